const pollMs = 500;

/**
 * Calls `stop` once when the process that started this one is gone: nobody is left to send a signal.
 *
 * @returns ends the watch
 */
export function stopWhenParentIsGone(stop: () => void): () => void {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		stop();
	}, pollMs);
	timer.unref();
	return () => clearInterval(timer);
}
