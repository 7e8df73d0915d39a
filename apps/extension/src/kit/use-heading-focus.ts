import { useEffect, useRef } from "react";

/** Moves the focus to the heading of the view when another one is shown, so that a screen reader says which. `at` names what is shown. */
export function useHeadingFocus<Root extends HTMLElement>(at: string, heading: "h1" | "h2") {
	const root = useRef<Root>(null);
	const shown = useRef(at);
	useEffect(() => {
		if (shown.current === at) return;
		shown.current = at;
		const view = root.current?.closest("section") ?? root.current;
		view?.querySelector<HTMLElement>(heading)?.focus();
	}, [at, heading]);
	return root;
}
