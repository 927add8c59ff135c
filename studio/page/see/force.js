// Force over time while two things touch: short and high is hard, long and low is soft.

import { figure } from './canvas.js';
import { axesAbout, drawAxes, drawCurve } from './curve.js';
import { ofTouch } from './of-touch.js';

/** @type {import('./see.js').Picture} */
export const force = {
  name: 'force',
  title: 'Force pulse',
  doc: 'How hard and how long they press each other. Grey: the closed form, against a wall.',
  make(canvas, sight) {
    const times = new Float64Array(sight.feed.touch.force.length);
    return ofTouch(canvas, sight, { left: 52, deep: false }, (frame, touch, known) => {
      // They meet between two samples: there the clock of the closed form begins.
      const { begin } = touch;
      for (let at = 0; at < touch.count; at++) times[at] = Math.max(0, (at - begin) / touch.rate);
      const grey = known?.time ?? [];
      const axes = axesAbout([times, grey], [touch.force, known?.f ?? []], [touch.count, grey.length], { xUnit: 's', yUnit: 'N' });
      drawAxes(frame, axes);
      if (known) drawCurve(frame, axes, known.time, known.f, grey.length, { colour: frame.colours.muted, width: 3, alpha: 0.7 });
      drawCurve(frame, axes, times, touch.force, touch.count, { colour: frame.colours.striker, fill: 'under' });
      let high = 0;
      for (let at = 0; at < touch.count; at++) high = Math.max(high, touch.force[at]);
      const lasts = figure((touch.count - 1 - begin) / touch.rate, 's');
      const wall = known ? `; against a wall ${figure(known.peak, 'N')} for ${figure(known.duration, 's')}` : '';
      return { text: `${figure(high, 'N')} for ${lasts}${wall}`, short: `${figure(high, 'N')}, ${lasts}` };
    });
  },
};
