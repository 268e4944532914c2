// Keeps keys that are pressed in a widget away from the notebook's shortcuts.

import { isolateKeys, onMount } from "./mount.js";

export default { render: ({ el }) => onMount(el, [isolateKeys], ".polygames-keys") };
