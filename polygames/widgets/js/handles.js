// Points of the board that can be dragged: the frame declares them.

import { convex, distance } from "./geometry.js";

export const handleAt = ({ frame, eye }, point, reach) =>
  frame.handles.find(({ at }) => distance(at, point) <= reach * eye.unit());

/** Where the handles are now, the one that is held where it is dragged. */
export const places = ({ frame, press }) =>
  frame.handles.map((handle) => (handle.name === press?.handle?.name ? press.to : handle.at));

/** Whether they could be dropped as they are. */
export const isFine = ({ frame }, at) => !frame.convex || convex(at);
