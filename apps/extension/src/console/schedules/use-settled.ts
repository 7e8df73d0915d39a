import { useEffect, useState } from "react";

const settledMs = 400;

/** A text as it stands once nobody has changed it for a moment. */
export function useSettled(text: string): string {
	const [settled, setSettled] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), settledMs);
		return () => clearTimeout(timer);
	}, [text]);
	return settled;
}
