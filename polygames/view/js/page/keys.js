// What is pressed where a widget stands stays there, and is no command of the notebook.

import { isolateKeys, onMount } from "./mount.js";

export default { render: ({ el }) => onMount(el, [isolateKeys], ".polygames-keys") };
