/** What Chrome grants a script only after a press by a person. */
export const gestures = ["window", "clipboard", "fullscreen", "file_chooser"] as const;
export type Gesture = (typeof gestures)[number];

/** The event by which the page's own world tells what was not granted: the kind, and for a window a blank and its address. */
export const gestureEvent = "webhand-gesture";
