// The icon and the colour of each category, the same in every view. The colours are variables in `style.css`.

import { html } from "./ui.js";

// Lines on a grid of 24 pixels.
const ICONS = {
  rental: "M4 11.5 12 4l8 7.5V20h-5.5v-5.5h-5V20H4z",
  grocery: "M3.5 10h17l-2 10h-13zM8 10l3-6M16 10l-3-6",
  technology: "M5 5h14v11H5zM2.5 19.5h19",
  "food-delivery": "M3.5 11.5h17a8.5 8.5 0 0 1-5 7.5h-7a8.5 8.5 0 0 1-5-7.5zM9 4.5v3.5M12 3v5M15 4.5v3.5",
  utility: "M13.5 3 5 14h6l-.5 7L19 10h-6z",
  travel: "M3.5 8h17v11.5h-17zM9 8V4.5h6V8M8 8v11.5M16 8v11.5",
  subscriptions: "M4.5 10a8 8 0 0 1 14.5-2M19.5 3.5V8H15M19.5 14A8 8 0 0 1 5 16M4.5 20.5V16H9",
  clothing: "M8.5 4 3 8l2.5 4L8 10.5V20h8v-9.5l2.5 1.5L21 8l-5.5-4a3.5 3.5 0 0 1-7 0z",
  miscellaneous: "M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6",
};

// A category that is newer than this page looks like "miscellaneous".
const known = (name) => (Object.hasOwn(ICONS, name) ? name : "miscellaneous");

// The class that sets `--category`, the colour of a category.
export const categoryClass = (name) => `is-${known(name)}`;

// Its name stands beside it, so that a screen reader skips the icon.
export function CategoryTile({ name }) {
  return html`<span class=${`tile ${categoryClass(name)}`} aria-hidden="true"><svg viewBox="0 0 24 24"><path d=${ICONS[known(name)]} /></svg></span>`;
}
