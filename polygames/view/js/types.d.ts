// The types of the page's code: scenes and frames of the kernel, messages in both directions, and the
// state of a board. Modules import them in comments: /** @import { Frame } from "../types.js" */

/** A point [x, y] in scene units, y down; or in pixels, where a comment says so.
 *
 *  It is an array rather than a tuple, because points that are computed by `map` are arrays. */
export type Point = number[];

/** A rectangle [left, top, right, bottom] in scene units. */
export type Window = number[];

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A rectangle on the screen, in pixels. */
export interface Box extends Size {
  left: number;
  top: number;
}

/** A function that returns the rectangle of an element, read once a frame: see shared/dom.js. */
export interface BoxReader {
  (): Box;
  /** Read it again, after a change of size. */
  forget(): void;
}

/** The edges of a box, in pixels. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What has a place in the picture: a polygon, or a disc. */
export interface Shape {
  points?: Point[];
  center?: Point;
  radius?: number;
  fixed?: boolean;
}

/** A shape of a scene, as in polygames/scene/model.py. Its kind tells which fields it has. */
export interface Primitive {
  kind: string;
  /** Of a polygon. */
  points?: Point[];
  /** Of a segment. */
  start?: Point;
  end?: Point;
  arrow?: boolean;
  /** Of a disc. */
  center?: Point;
  radius?: number;
  /** Of a text. */
  at?: Point;
  text?: string;
  size?: number;
  align?: "left" | "center" | "right";
  bold?: boolean;
  halo?: string | null;
  /** The width of the halo in pixels. */
  rim?: number;
  /** The distance from `at`, in the unit of `size`. */
  shift?: Point | null;
  /** The least zoom at which it is shown. */
  min_zoom?: number | null;
  /** Of all shapes. */
  fill?: string | null;
  stroke?: string | null;
  /** The stroke width in pixels. */
  width?: number;
  alpha?: number;
  /** Whether the size is the same at any zoom. */
  fixed?: boolean;
  target?: string | null;
  label?: string;
}

/** A shape that can be pointed at. */
export interface Item extends Shape {
  target?: string | null;
  label?: string;
}

/** A move, by the targets that are clicked for it. */
export interface Move {
  spelling: string[];
  label: string;
  /** What the move looks like once it is made, if the page knows it. */
  preview?: Primitive[];
  look?: Primitive[];
  /** Whether the preview was requested. */
  asked?: boolean;
}

/** An edge of a region, from `start` to the start of the next edge. */
export interface Edge {
  start: Point;
  color: string;
  owner: string;
  /** The points near which no line may end. */
  blocked: Point[];
}

/** A region that lines cut; or that any line fills, if it `means` the targets of a move. */
export interface Region {
  name: string;
  /** The area. */
  value: number;
  edges: Edge[];
  means?: string[];
}

/** How lines are drawn: polygames/scene/model.py, `Boundary`. */
export interface Pen {
  color: string;
  owner: string;
  /** The least area of a piece. */
  minimum: number;
  /** The text about a line between two sides of one's own. */
  own: string;
  /** Areas up to this one are filled and not cut; 0 if there are none. */
  threshold?: number;
  fills?: Region[];
}

/** A point that can be dragged, and the message that is sent when it is dropped. */
export interface Handle {
  name: string;
  at: Point;
  sends: { kind: string; [name: string]: unknown };
}

/** The rules by which a page draws a move that it has sent, as in polygames/scene/model.py. */
export interface Look {
  under?: Primitive[];
  choice?: Primitive[];
  line?: LineLook | null;
  fill?: FillLook | null;
  push?: PushLook | null;
  write?: WriteLook | null;
}

/** Strokes are pairs of a colour and a width in pixels, the lowest first. */
export type Stroke = [string, number];

export interface LineLook {
  strokes: Stroke[];
  dot?: Primitive | null;
  /** The colour of the dashed line from the start to the pointer, if lines join targets. */
  band?: string;
  /** The point where every line starts, if it is fixed. */
  start?: Point | null;
  /** The reason why no line joins the chosen target to another one that can start a line. */
  restart?: string;
}

export interface FillLook {
  colors: string[];
  kinds?: Record<string, number>;
  alpha?: number;
  cells?: Primitive[][];
  mark?: Stroke[];
  inset?: number;
}

export interface PushLook {
  pieces: Record<string, number>;
  shapes: Primitive[][];
  tones: string[];
  edge: string;
  mark?: Stroke[];
}

export interface WriteLook {
  numbers: Record<string, string[]>;
  axis: number;
  text: Primitive;
  mark?: Stroke[];
  inset: number;
}

/** All that a page needs to play a position: `frame` of polygames/view/frame.py. */
export interface Frame {
  version: number;
  /** Whether a player at this board is to move. */
  active: boolean;
  title: string;
  status: string;
  /** The status for screen readers, if it is another one. */
  spoken_text?: string;
  /** The whole picture, its visible part, and the visible part without zoom. */
  home: Window;
  window: Window;
  rest?: Window | null;
  /** The width of the view at which fixed sizes are those of the scene. */
  fixed?: number;
  items: Item[];
  moves: Move[];
  /** The spellings of the moves that have a button below the board, in the order of the keys. */
  buttons: string[][];
  any_order?: boolean;
  look?: Look;
  fading: Primitive[];
  regions: Region[];
  pen: Pen | null;
  handles: Handle[];
  convex: boolean;
  keys: string[];
  /** The targets of the move that Escape makes. */
  escape?: string[] | null;
  /** The gesture of a first game, as the message that would play its move. */
  ghost?: Ghost;
  /** The drawing tool. */
  drawing_tool?: Tool | null;
  /** Whether the kernel computes the values of lines from a place. */
  has_line_values?: boolean;
  /** The width of the picture in pixels at which strokes have their own width. */
  picture_width?: number;
}

/** A move to show: the targets to click, or the ends of a line. */
export interface Ghost {
  kind: string;
  spelling?: string[];
  start?: Point;
  end?: Point;
}

/** A tool for marks on the position. */
export interface Tool {
  kind: string;
  color: string;
  on: boolean;
}

/** A place on the border of a region, or inside one. */
export interface Place {
  region: Region;
  edge: number;
  /** The share (0 to 1) of the way along the edge. */
  share: number;
  point: Point;
  /** The distance from the point that was asked for. */
  distance?: number;
}

/** A line across a region. */
export interface Line {
  a: Place;
  b: Place;
}

/** The cursor of the keyboard: a place on a border, or an item (which has no region). */
export type Cursor = Partial<Place> & Item;

/** A mark that is being drawn. */
export interface Draft {
  from: MarkPlace;
  to: MarkPlace;
  /** Where the pointer was pressed, in pixels; missing if keys draw. */
  at?: Point;
  kind: string;
  color: string;
}

export interface MarkPlace {
  place: string | Point;
  at: Point;
}

/** A button or a finger that is down. */
export interface Press {
  /** Where it was pressed, in pixels, and where it is, in scene units. */
  at: Point;
  to: Point;
  moved: boolean;
  /** Whether nobody here could move when it began. */
  waits: boolean;
  /** Where the picture was dragged from, in pixels. */
  panFrom?: Point | null;
  handle?: Handle;
  /** Whether it cancelled a half-done move. */
  again?: boolean;
  /** Whether it ends a line. */
  ends?: boolean;
  /** Whether it chose the first target of a move. */
  first?: boolean;
  /** Whether it is on a target that was chosen before: a click cancels, a drag moves it. */
  holds?: boolean;
  /** The item that a finger chooses when it is lifted. */
  tap?: Item;
}

/** A press that ends. */
export interface Release extends Press {
  event: PointerEvent;
  point: Point;
  item: Item | null;
}

/** A pointer event, or what is left of one. */
export interface PointerPosition {
  clientX: number;
  clientY: number;
  pointerId?: number;
  pointerType?: string;
  timeStamp?: number;
}

/** What is under the pointer or the cursor. */
export interface Pointed {
  item?: Item | null;
  /** Whether the item can be chosen. */
  can?: boolean;
  /** The move that a click would complete. */
  move?: Move;
}

/** Why something was refused, and where the user was then. */
export interface Refusal {
  text: string;
  at: Point;
  mouse: PointerPosition | null;
  cursor: Cursor | null;
  /** Whether the places that can be chosen are ringed. */
  hasRings: boolean;
}

/** A move that was sent and has no answer yet. */
export interface PendingMove {
  id: number;
  kind: string;
  content: { spelling?: string[]; start?: Point; end?: Point };
  frame: Frame;
  version: number;
  isAgain: boolean;
  isShown: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

/** The camera of a board: polygames/view/js/pointer/camera.js. */
export type Camera = import("./pointer/camera.js").Camera;

/** What a board can do outside of its state: see `createBoardState`. */
export interface Connections {
  camera: Camera;
  post: (message: PageMessage) => unknown;
  say: (text: string) => void;
  place?: (text: string) => void;
  show?: () => void;
  patience?: () => number;
  silence?: string;
  isLate?: () => boolean;
}

/** The state of a board: polygames/view/js/pointer/state.js. */
export interface BoardState extends Required<Connections> {
  frame: Frame | null;
  pending: PendingMove | null;
  spelled: string[];
  anchors: Place[];
  line: Line | null;
  hinted: [Point, Point] | null;
  /** Whether the line waits for confirmation. */
  held: boolean;
  /** The area that the line is to cut off: a number, or "half". */
  typed: string;
  mouse: PointerPosition | null;
  pointer: Point | null;
  press: Press | null;
  cursor: Cursor | null;
  fingers: Map<number, Point>;
  sent: number | null;
  sentMove: PendingMove | null;
  sentAt: number;
  motion: {
    version: number;
    view: string;
    ends: (() => void)[];
    timer: ReturnType<typeof setTimeout> | null;
    /** What will be animated after the pause; null once this has begun. */
    waiting: Motion[] | null;
  } | null;
  draft: Draft | null;
  refusal: Refusal | null;
  movedAt?: { mouse: PointerPosition | null; cursor: Cursor | null };
}

/** The elements of a pointer layer. */
export interface Surface {
  svg: SVGSVGElement;
  box: BoxReader;
  layers: Record<string, SVGElement>;
  before: HTMLCanvasElement;
  corner: HTMLElement;
  tip: HTMLElement;
  note: HTMLElement & { refusal?: Refusal | null };
  goneNote: HTMLElement;
  voice: Voice;
}

/** The texts for screen readers. */
export interface Voice {
  said: HTMLElement;
  here: HTMLElement;
  say: (text: string) => void;
  place: (text: string) => void;
}

/** A message from the pointer layer to the kernel; its kind tells which fields it has. */
export interface PageMessage {
  kind: string;
  /** The version of the frame that it answers. */
  version?: number;
  [name: string]: unknown;
}

/** The messages from the kernel to the pointer layer. */
export type KernelMessage =
  | { kind: "motion"; version: number; motions: Motion[] }
  | { kind: "spoken_text"; text: string }
  | ({ kind: "preview"; version: number } & Move)
  | { kind: "line_values"; start: Point; scene: Primitive[] }
  | { kind: "confirmed"; id: number; version: number }
  | { kind: "refused"; id?: number | null; text: string }
  | { kind: "hint_line"; line: [Point, Point] | null }
  | { kind: "zoom"; factor: number | null }
  | { kind: "copy_text"; text: string; label: string }
  | { kind: "copy_picture" };

/** Shapes that slide, turn or grow when a move is made. */
export interface Motion {
  shapes: Primitive[];
  /** What hides the place that they come from. */
  cover: Primitive[];
  shift?: Point | null;
  /** In degrees. */
  turn?: number;
  scale?: number;
  origin?: Point;
}

/** The model of a widget, as anywidget passes it. */
export interface WidgetModel {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: PageMessage): void;
  on(event: string, act: (message?: any) => void): void;
  off(event: string, act: (message?: any) => void): void;
  widget_manager?: any;
}

/** The options of an element that is created: properties, and a key among siblings. */
export interface ElementOptions {
  key?: string | number;
  data?: Record<string, unknown>;
  style?: Record<string, string | number>;
  attributes?: Record<string, unknown>;
  [property: string]: unknown;
}
