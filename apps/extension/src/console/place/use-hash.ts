import { useCallback, useEffect, useState } from "react";
import type { Go } from "./place.ts";

/** The address below `#`, and the way to another one. */
export function useHash(): readonly [path: string, go: Go] {
	const [path, setPath] = useState(() => location.hash.slice(1));
	useEffect(() => {
		const follow = () => setPath(location.hash.slice(1));
		addEventListener("hashchange", follow);
		return () => removeEventListener("hashchange", follow);
	}, []);
	const go = useCallback<Go>((next, { replace = false } = {}) => {
		if (replace) history.replaceState(null, "", `#${next}`);
		else history.pushState(null, "", `#${next}`);
		setPath(next);
	}, []);
	return [path, go];
}
