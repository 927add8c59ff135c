// Force over compression. The area of the loop is the energy converted to heat.

import { formatQuantity } from './canvas.js';
import { axesAbout, drawAxes, drawCurve } from './curve.js';
import { contactView } from './contact-view.js';

/** @type {import('./views.js').Picture} */
export const loop = {
  name: 'loop',
  title: 'Force and compression',
  doc: 'The area of the loop is heat. Grey: closed form for a rigid wall.',
  square: true,
  make(canvas, data) {
    return contactView(canvas, data, { left: 58, deep: true }, (frame, touch, known) => {
      const count = known?.x.length ?? 0;
      const axes = axesAbout([touch.depth, known?.x ?? []], [touch.force, known?.f ?? []], [touch.count, count], {
        xUnit: 'm', yUnit: 'N',
      });
      drawAxes(frame, axes);
      if (known) drawCurve(frame, axes, known.x, known.f, count, { colour: frame.colours.muted, width: 4, alpha: 0.6 });
      drawCurve(frame, axes, touch.depth, touch.force, touch.count, { colour: frame.colours.heat, fill: touch.approachSpeed > 0 ? 'inside' : undefined });
      let area = 0;
      let high = 0;
      for (let at = 1; at < touch.count; at++) {
        high = Math.max(high, touch.force[at]);
        area += ((touch.force[at] + touch.force[at - 1]) / 2) * (touch.depth[at] - touch.depth[at - 1]);
      }
      // Only a complete contact encloses an area.
      return { text: touch.approachSpeed > 0 ? `${formatQuantity(Math.max(0, area), 'J')} of heat` : `up to ${formatQuantity(high, 'N')}` };
    });
  },
};
