import { useEffect, useRef } from "react";

type Polling = {
	readonly isOn: boolean;
	readonly everyMs: number;
	readonly poll: (signal: AbortSignal) => Promise<void>;
};

/** After a failure the next look comes later. */
const slower = 5;

/** Looks again and again while it is on and the page is visible: each time after the look before has ended. */
export function usePolling({ isOn, everyMs, poll }: Polling): void {
	const latest = useRef(poll);
	latest.current = poll;
	useEffect(() => {
		if (!isOn) return;
		const abort = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const wait = (ms: number) => {
			clearTimeout(timer);
			if (!abort.signal.aborted && document.visibilityState === "visible") timer = setTimeout(() => void look(), ms);
		};
		const look = () =>
			latest.current(abort.signal).then(
				() => wait(everyMs),
				() => wait(everyMs * slower),
			);
		const follow = () => wait(everyMs);
		wait(everyMs);
		document.addEventListener("visibilitychange", follow);
		return () => {
			abort.abort();
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", follow);
		};
	}, [isOn, everyMs]);
}
