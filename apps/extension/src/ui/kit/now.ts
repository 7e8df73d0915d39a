import { useEffect, useState } from "react";

/** The time in ms since the epoch, renewed each second while `isTicking`; a countdown or a running clock is the only use. */
export function useNow(isTicking: boolean): number {
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		if (!isTicking) return;
		setNow(Date.now());
		const timer = setInterval(() => setNow(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, [isTicking]);
	return now;
}
