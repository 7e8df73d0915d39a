/** A page did not answer in time: its script runs without an end, or the page hangs. */
export class PageSilent extends Error {
	override readonly name: string = "PageSilent";

	constructor() {
		super("The page did not answer in time");
	}
}

const tickMs = 100;

/**
 * Waits for a page. What it does after the limit goes on unheard.
 *
 * @param limit in milliseconds; they do not run while `isHeld` says that a person is asked
 * @throws PageSilent after the limit; what `work` throws
 */
export async function within<T>(work: Promise<T>, limit: { readonly ms: number; readonly isHeld: () => boolean }): Promise<T> {
	let leftMs = limit.ms;
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setInterval(() => {
			if (!limit.isHeld()) leftMs -= tickMs;
			if (leftMs <= 0) reject(new PageSilent());
		}, tickMs);
	});
	return await Promise.race([work, late]).finally(() => clearInterval(timer));
}

/** Waits until `signal` aborts at most. What `work` does then goes on unheard. @throws the reason of `signal`; what `work` throws */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const { promise: aborted, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason);
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop, { once: true });
	return await Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", stop));
}
