// What is pressed where a widget stands stays there, and is no command of the notebook.

import { keepKeys, whenPlaced } from "./mount.js";

export default { render: ({ el }) => whenPlaced(el, [keepKeys], ".polygames-keys") };
