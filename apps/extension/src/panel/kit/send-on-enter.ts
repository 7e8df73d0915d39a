import type { KeyboardEvent } from "react";

/** Sends a field of several lines by Enter; Shift+Enter breaks the line. Returns whether the key was for that, or for the input method. */
export function sendOnEnter(event: KeyboardEvent<HTMLElement>, send: () => void): boolean {
	// During composition, Enter belongs to the input method.
	if (event.nativeEvent.isComposing) return true;
	if (event.key !== "Enter" || event.shiftKey) return false;
	event.preventDefault();
	send();
	return true;
}
