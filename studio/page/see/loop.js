// Force against compression: up one way, down another. What lies between the two is the energy that the touch turned into heat.

import { figure } from './canvas.js';
import { axesAbout, drawAxes, drawCurve } from './curve.js';
import { ofTouch } from './of-touch.js';

/** @type {import('./see.js').Picture} */
export const loop = {
  name: 'loop',
  title: 'Force and compression',
  doc: 'The area inside the loop is heat. Grey: the closed form, against a wall.',
  square: true,
  make(canvas, sight) {
    return ofTouch(canvas, sight, { left: 58, deep: true }, (frame, touch, known) => {
      const count = known?.x.length ?? 0;
      const axes = axesAbout([touch.depth, known?.x ?? []], [touch.force, known?.f ?? []], [touch.count, count], {
        xUnit: 'm', yUnit: 'N',
      });
      drawAxes(frame, axes);
      if (known) drawCurve(frame, axes, known.x, known.f, count, { colour: frame.colours.muted, width: 4, alpha: 0.6 });
      drawCurve(frame, axes, touch.depth, touch.force, touch.count, { colour: frame.colours.heat, fill: touch.arrived > 0 ? 'inside' : undefined });
      let area = 0;
      let high = 0;
      for (let at = 1; at < touch.count; at++) {
        high = Math.max(high, touch.force[at]);
        area += ((touch.force[at] + touch.force[at - 1]) / 2) * (touch.depth[at] - touch.depth[at - 1]);
      }
      // Only a touch that is whole has an inside.
      return { text: touch.arrived > 0 ? `${figure(Math.max(0, area), 'J')} of heat` : `up to ${figure(high, 'N')}` };
    });
  },
};
