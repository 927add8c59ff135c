// Phase portrait of the contact: rate of compression over compression. Approach at the top, rebound at the
// bottom.

import { formatQuantity } from './canvas.js';
import { axesAbout, drawAxes, drawCurve } from './curve.js';
import { contactView } from './contact-view.js';

/** @type {import('./views.js').Picture} */
export const portrait = {
  name: 'portrait',
  title: 'Phase portrait (x, v)',
  doc: 'Rate of compression over compression. Grey: closed form for a rigid wall.',
  square: true,
  make(canvas, data) {
    return contactView(canvas, data, { left: 66, deep: true }, (frame, touch, known) => {
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
      const text = `${formatQuantity(deep, 'm')} compression; approach ${formatQuantity(touch.approachSpeed, 'm/s')}, rebound ${formatQuantity(-away, 'm/s')}`;
      return { text, short: `${formatQuantity(deep, 'm')}` };
    });
  },
};
