// The phase portrait of the touch: how deep they press into each other against how fast that changes. In at the top, out at the bottom.

import { figure } from './canvas.js';
import { axesAbout, drawAxes, drawCurve } from './curve.js';
import { ofTouch } from './of-touch.js';

/** @type {import('./see.js').Picture} */
export const portrait = {
  name: 'portrait',
  title: 'Phase portrait (x, v)',
  doc: 'Compression against its speed. Grey: the closed form, against a wall.',
  square: true,
  make(canvas, sight) {
    return ofTouch(canvas, sight, { left: 66, deep: true }, (frame, touch, known) => {
      const count = known?.x.length ?? 0;
      const axes = axesAbout([touch.depth, known?.x ?? []], [touch.speed, known?.v ?? []], [touch.count, count], {
        xUnit: 'm', yUnit: 'm/s', both: true,
      });
      drawAxes(frame, axes);
      if (known) drawCurve(frame, axes, known.x, known.v, count, { colour: frame.colours.muted, width: 4, alpha: 0.6 });
      drawCurve(frame, axes, touch.depth, touch.speed, touch.count, { colour: frame.colours.striker });
      let [deep, away] = [0, 0];
      for (let at = 0; at < touch.count; at++) {
        deep = Math.max(deep, touch.depth[at]);
        away = Math.min(away, touch.speed[at]);
      }
      const text = `${figure(deep, 'm')} deep; in at ${figure(touch.arrived, 'm/s')}, out at ${figure(-away, 'm/s')}`;
      return { text, short: `${figure(deep, 'm')} deep` };
    });
  },
};
