/** Milliseconds of each frame that output may take; the others are for drawing. */
const budgetMs = 8;
/** A hidden page draws no frames. */
const hiddenMs = 100;

/** Waits for the next frame once the work since the last one has used its share. */
export function createFramePace(): () => Promise<void> {
	let began = performance.now();
	return async () => {
		if (performance.now() - began < budgetMs) return;
		await nextFrame();
		began = performance.now();
	};
}

function nextFrame(): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, hiddenMs);
		requestAnimationFrame(() => {
			clearTimeout(timer);
			// What the frame draws comes first.
			setTimeout(resolve);
		});
	});
}
