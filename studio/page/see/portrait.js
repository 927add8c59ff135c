// The phase portrait of the touch: how deep they press into each other against how fast that changes. In at the top, out at the bottom.

import { figure, framed } from './canvas.js';
import { axesAbout, drawAxes, drawCurve } from './curve.js';
import { empty } from './nothing.js';

/** @type {import('./see.js').Picture} */
export const portrait = {
  name: 'portrait',
  title: 'Phase portrait (x, v)',
  doc: 'Compression against its speed. Grey: the closed form, against a wall.',
  square: true,
  make(canvas, sight) {
    const { feed, theory } = sight;
    const sheet = framed(canvas, { left: 66 });
    let [epoch, touches] = [0, -1];
    let text = 'nothing has touched yet';
    let short = '';
    const draw = (/** @type {import('./canvas.js').Frame} */ frame) => {
      const { touch } = feed;
      const known = theory();
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
      text = `${figure(deep, 'm')} deep; in at ${figure(touch.arrived, 'm/s')}, out at ${figure(-away, 'm/s')}`;
      short = `${figure(deep, 'm')} deep`;
    };
    return {
      stale: () => sheet.stale(),
      draw() {
        const frame = sheet.get();
        if (frame.epoch === epoch && feed.touches === touches) return;
        [epoch, touches] = [frame.epoch, feed.touches];
        if (feed.touch.count === 0 || !feed.touch.deep) [text, short] = [empty(frame, sight), ''];
        else draw(frame);
      },
      label: () => text,
      brief: () => short || text,
    };
  },
};
