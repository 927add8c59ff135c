// Contact force over time: hard contacts are short and high, soft ones long and low.

import { formatQuantity } from './canvas.js';
import { axesAbout, drawAxes, drawCurve } from './curve.js';
import { contactView } from './contact-view.js';

/** @type {import('./views.js').Picture} */
export const force = {
  name: 'force',
  title: 'Force pulse',
  doc: 'Contact force over time. Grey: closed form for a rigid wall.',
  make(canvas, data) {
    const times = new Float64Array(data.feed.touch.force.length);
    return contactView(canvas, data, { left: 52, deep: false }, (frame, touch, known) => {
      // The contact begins between two samples; the closed form starts there.
      const { begin } = touch;
      for (let at = 0; at < touch.count; at++) times[at] = Math.max(0, (at - begin) / touch.rate);
      const grey = known?.time ?? [];
      const axes = axesAbout([times, grey], [touch.force, known?.f ?? []], [touch.count, grey.length], { xUnit: 's', yUnit: 'N' });
      drawAxes(frame, axes);
      if (known) drawCurve(frame, axes, known.time, known.f, grey.length, { colour: frame.colours.muted, width: 3, alpha: 0.7 });
      drawCurve(frame, axes, times, touch.force, touch.count, { colour: frame.colours.striker, fill: 'under' });
      let high = 0;
      for (let at = 0; at < touch.count; at++) high = Math.max(high, touch.force[at]);
      const lasts = formatQuantity((touch.count - 1 - begin) / touch.rate, 's');
      const wall = known ? `; against a wall ${formatQuantity(known.peak, 'N')} for ${formatQuantity(known.duration, 's')}` : '';
      return { text: `${formatQuantity(high, 'N')} for ${lasts}${wall}`, short: `${formatQuantity(high, 'N')}, ${lasts}` };
    });
  },
};
