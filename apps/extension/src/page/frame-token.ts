// The parent posts a random word into each of its frames, and the child tells it with its own text: so a frame's text finds the element it
// stands in. The word opens nothing; a page that posts one of its own makes its own frame unreadable.
const key = "webhand:frame";
const tokenLength = 32;

/** Listens for the one word of the parent. */
export function listenForFrameToken() {
	let token: string | null = null;
	if (window.parent !== window) {
		const take = (event: MessageEvent) => {
			const word: unknown = event.data?.[key];
			if (event.source !== window.parent || typeof word !== "string" || word.length !== tokenLength) return;
			event.stopImmediatePropagation();
			token = word;
		};
		window.addEventListener("message", take, { capture: true });
	}
	return { get: () => token };
}

/** Posts each frame element its word; the same word each time, so that a child that was read before is known again. */
export function createFrameTokens() {
	const words = new WeakMap<Element, string>();
	const frames = new Map<string, WeakRef<Element>>();
	return {
		of: (frame: Element): string => {
			const word = words.get(frame) ?? randomToken();
			words.set(frame, word);
			for (const [known, gone] of frames) if (gone.deref() === undefined) frames.delete(known);
			frames.set(word, new WeakRef(frame));
			if (isFrame(frame)) frame.contentWindow?.postMessage({ [key]: word }, "*");
			return word;
		},
		/** The frame element that was given a word; null when it is not there any more. */
		frameOf: (word: string): HTMLElement | null => {
			const frame = frames.get(word)?.deref();
			return frame instanceof HTMLElement && frame.isConnected ? frame : null;
		},
	};
}

/** Of an `embed` nobody is told the document, so that it stays unreadable. */
const isFrame = (element: Element): element is HTMLIFrameElement | HTMLFrameElement | HTMLObjectElement =>
	element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement || element instanceof HTMLObjectElement;

function randomToken(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(tokenLength / 2));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
