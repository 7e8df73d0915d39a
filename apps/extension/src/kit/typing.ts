import { useEffect, useState } from "react";

/** True while the focus is in a field that holds text: what the next keys mean is known. */
export function isTyping(): boolean {
	const at = document.activeElement;
	const isField = at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement;
	// A tick box and a button have no selection.
	return isField && at.selectionStart !== null && at.value !== "";
}

/** True from the first drawing on, if the user was typing then, until the focus leaves the field. */
export function useHeldWhileTyping(): boolean {
	const [isHeld, setIsHeld] = useState(isTyping);
	useEffect(() => {
		// A window that goes to the back leaves the focus where it is.
		const release = () => (isTyping() ? undefined : setIsHeld(false));
		document.addEventListener("focusout", release);
		return () => document.removeEventListener("focusout", release);
	}, []);
	return isHeld;
}
