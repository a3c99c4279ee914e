// Charts, drawn as SVG: columns of months, and the small line of a trend.

import { locale } from "./language.js";
import { html, useLayoutEffect, useRef, useState } from "./ui.js";

// In pixels. Months that need more room than there is are scrolled.
const MIN_AXIS = 44;
const DIGIT = 7;
const TOP = 8;
const TICKS = 20;
const MIN_STEP = 22;
// Below this each second month is named.
const NAMED_STEP = 28;
const MAX_COLUMN = 44;
const GAP = 2;

const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });

// Columns of parts: positive ones are stacked upward from zero, negative ones downward.
//
// A column: `{key, tick, isNow, name, to, parts}`; a part: `{key, name, to, total, className}`. The names are read aloud.
// To the Tab key the chart is one stop, at the last column first: ← and → go to other columns, ↑ and ↓ to their parts.
// `onActive` gets the index of the column under the pointer or with the focus, undefined if there is none, and the key of its part.
export function Columns({ label, columns, height, average, onActive }) {
  const scroller = useRef(null);
  const [[atColumn, atPart], setAt] = useState([columns.length - 1, -1]);
  const width = useWidth(scroller, columns.length);
  const step = Math.max(MIN_STEP, width / columns.length);
  const ticks = ticksOf(columns);
  const [low, high] = [ticks[0], ticks.at(-1)];
  const bottom = height - TICKS;
  const y = (value) => TOP + ((high - value) / (high - low)) * (bottom - TOP);
  // German has no short form of thousands: "40.000".
  const axis = Math.max(MIN_AXIS, 10 + DIGIT * Math.max(...ticks.map((tick) => compact.format(tick).length)));
  const last = columns.length - 1;
  // There may be fewer columns or parts than when the place was reached.
  const column = Math.min(atColumn, last);
  const part = Math.min(atPart, columns[column].parts.length - 1);
  const move = (event) => {
    const [toColumn, toPart] = {
      ArrowLeft: [column - 1, part], ArrowRight: [column + 1, part], ArrowUp: [column, part + 1], ArrowDown: [column, part - 1],
      Home: [0, -1], End: [last, -1],
    }[event.key] ?? [];
    if (!columns[toColumn]) return;
    event.preventDefault();
    const nearest = Math.max(-1, Math.min(toPart, columns[toColumn].parts.length - 1));
    event.currentTarget.querySelector(`[data-at="${toColumn} ${nearest}"]`).focus();
  };
  return html`<div class="plot" onPointerLeave=${() => onActive(undefined)}>
    <svg width=${axis} height=${height} aria-hidden="true">
      ${ticks.map((tick) => html`<text key=${tick} x=${axis - 8} y=${y(tick)} dy="0.32em" text-anchor="end">${compact.format(tick)}</text>`)}
    </svg>
    <div class="plot-scroll" ref=${scroller}>
      <svg role="group" aria-label=${label} width=${Math.floor(step * columns.length)} height=${height} onKeyDown=${move}>
        ${ticks.map((tick) => html`<line key=${tick} class=${tick === 0 ? "zero" : ""} x1="0" x2="100%" y1=${y(tick)} y2=${y(tick)} />`)}
        ${columns.map((each, index) => html`<${Column} key=${each.key} column=${each} ...${{ index, step, y, bottom, onActive }}
          stop=${index === column ? part : undefined} isNamed=${step >= NAMED_STEP || (last - index) % 2 === 0} onStop=${setAt} />`)}
        ${average > 0 && html`<line class="average" x1="0" x2="100%" y1=${y(average)} y2=${y(average)} />`}
      </svg>
    </div>
  </div>`;
}

function Column({ column, index, step, y, bottom, stop, isNamed, onStop, onActive }) {
  const width = Math.min(MAX_COLUMN, Math.round(step * 0.62));
  const left = step * index + (step - width) / 2;
  // What has nothing to lead to is not a link.
  const stopAt = (number, { key, name, to }, shape) => {
    const show = () => onActive(index, number < 0 ? undefined : key);
    const focus = () => { onStop([index, number]); show(); };
    return html`<${to ? "a" : "g"} key=${key} data-at=${`${index} ${number}`} tabindex=${number === stop ? 0 : -1} href=${to} role=${to ? undefined : "img"} aria-label=${name}
      onFocus=${focus} onBlur=${() => onActive(undefined)} onPointerEnter=${show}>${shape}</${to ? "a" : "g"}>`;
  };
  return html`<g class="column">
    ${stopAt(-1, column, html`<rect class="room" x=${step * index} y="0" width=${step} height=${bottom + TICKS} rx="4" />`)}
    ${isNamed && html`<text class=${column.isNow ? "now" : ""} x=${step * (index + 0.5)} y=${bottom + 15} text-anchor="middle" aria-hidden="true">${column.tick}</text>`}
    ${stacked(column.parts).map(([from, to], number) => {
      const [top, base] = [y(Math.max(from, to)), y(Math.min(from, to))];
      const part = column.parts[number];
      return stopAt(number, part, html`<rect class=${`part ${part.className}`} x=${left} y=${top + GAP} width=${width} height=${Math.max(1.5, base - top - GAP)} rx="2" />`);
    })}
  </g>`;
}

// Where each part begins and ends on the axis.
function stacked(parts) {
  let [up, down] = [0, 0];
  return parts.map(({ total = 0 }) => (total < 0 ? [down, down += total] : [up, up += total]));
}

// Round numbers that enclose all columns, and nothing.
function ticksOf(columns) {
  const ends = columns.flatMap(({ parts }) => stacked(parts).flat());
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const rough = (high - low || 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.max(1, Math.ceil(high / step) - first) + 1 }, (_, index) => (first + index) * step);
}

// The width of an element. It is scrolled to its end when it has another number of columns.
function useWidth(element, columns) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => { element.current.scrollLeft = element.current.scrollWidth; }, [width > 0, columns]);
  return width;
}

// The values of a chart for those who can't see it. `rows`: a name and its values as texts.
export function ChartTable({ caption, heads, rows }) {
  return html`<div class="unseen"><table>
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, ...values]) => html`<tr key=${name}><th scope="row">${name}</th>${values.map((value, index) => html`<td key=${index}>${value}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

// Shares of a whole, side by side. A list beside it names them.
export function Shares({ parts }) {
  const positive = parts.filter(({ total }) => total > 0);
  return positive.length > 0 && html`<div class="shares" aria-hidden="true">${positive.map(({ key, total, className }) => html`
    <span key=${key} class=${className} style=${{ flexGrow: total }}></span>`)}</div>`;
}

// The course of some values, without numbers.
export function Trend({ values }) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const points = values.map((value, index) => [
    2 + (index / Math.max(1, values.length - 1)) * 92, 22 - ((value - low) / (high - low || 1)) * 20,
  ].map((place) => place.toFixed(1)));
  const [x, y] = points.at(-1);
  return html`<svg class="trend" width="96" height="24" aria-hidden="true">
    <polyline points=${points.map((point) => point.join()).join(" ")} /><circle cx=${x} cy=${y} r="2" />
  </svg>`;
}
