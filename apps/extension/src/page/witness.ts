import type { AgeReply } from "./messages.ts";

const quietMs = 300;
const networkTypes = new Set(["fetch", "xmlhttprequest", "iframe"]);

/** Counts what changes in the document, from one action to the next. It only counts: the worker asks when it wants to know. */
export type Witness = { readonly age: () => Omit<AgeReply, "docEpoch">; readonly begin: () => void };

export function createWitness(isOwn: (node: Node) => boolean): Witness {
	let counts = { addedCount: 0, removedCount: 0, hasNetwork: false };
	let lastChange = 0;
	let hasLeft = false;
	const observer = new MutationObserver((records) => {
		for (const { addedNodes, removedNodes } of records) {
			if ([...addedNodes, ...removedNodes].some(isOwn)) continue;
			lastChange = performance.now();
			counts.addedCount += addedNodes.length;
			counts.removedCount += removedNodes.length;
		}
	});
	observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	const resources = new PerformanceObserver((list) => {
		lastChange = performance.now();
		const entries = list.getEntries();
		counts.hasNetwork ||= entries.some((entry) => entry instanceof PerformanceResourceTiming && networkTypes.has(entry.initiatorType));
	});
	resources.observe({ type: "resource" });
	addEventListener("beforeunload", () => {
		hasLeft = true;
	});
	return {
		age: () => ({
			...counts,
			isLoaded: document.readyState !== "loading",
			isQuiet: performance.now() - lastChange >= quietMs,
			hasLeft,
			hasFormChange: false,
			dropdownDetected: false,
		}),
		begin: () => {
			counts = { addedCount: 0, removedCount: 0, hasNetwork: false };
			hasLeft = false;
		},
	};
}
