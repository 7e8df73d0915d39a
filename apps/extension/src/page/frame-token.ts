// Each document posts a random token to its frames, and each frame returns its token with its text: so the text finds its frame element.
// A token grants nothing: the worker knows each document's host, and a false or repeated token only makes frames unreadable.
// A picture takes new ones each time: a page could know the token of a frame whose document it has replaced since.
const key = "webhand:frame";
const tokenLength = 32;
const arrivalMs = 150;

type Post = { readonly [key]: string; readonly isForPicture?: true };

/** Listens for the parent's token. Only the first one counts, so no later message moves the text to another frame. */
export function listenForFrameToken() {
	let token: string | null = null;
	let ofPicture: string | null = null;
	let hear = (): void => undefined;
	if (window.parent !== window) {
		const take = (event: MessageEvent) => {
			if (event.source !== window.parent) return;
			const { [key]: word, isForPicture }: Partial<Post> = event.data ?? {};
			if (typeof word !== "string" || word.length !== tokenLength) return;
			event.stopImmediatePropagation();
			if (isForPicture !== true) token ??= word;
			else {
				ofPicture = word;
				hear();
			}
		};
		window.addEventListener("message", take, { capture: true });
	}
	return {
		get: () => token,
		/** The token of the picture that is being taken; the parent posts it before the worker asks. */
		ofPicture: async (): Promise<string | null> => {
			if (ofPicture === null && window.parent !== window)
				await new Promise<void>((resolve) => {
					hear = resolve;
					setTimeout(resolve, arrivalMs);
				});
			const word = ofPicture;
			ofPicture = null;
			return word;
		},
	};
}

/** Posts a token to each frame element, always the same one, so a known frame is recognized. */
export function createFrameTokens() {
	const words = new WeakMap<Element, string>();
	const frames = new Map<string, WeakRef<Element>>();
	const post = (frame: Element, message: Post) => {
		if (isFrame(frame)) frame.contentWindow?.postMessage(message, "*");
		return message[key];
	};
	return {
		of: (frame: Element): string => {
			const word = words.get(frame) ?? randomToken();
			words.set(frame, word);
			for (const [known, gone] of frames) if (gone.deref() === undefined) frames.delete(known);
			frames.set(word, new WeakRef(frame));
			return post(frame, { [key]: word });
		},
		ofPicture: (frame: Element): string => post(frame, { [key]: randomToken(), isForPicture: true }),
		/** The frame element of a token; null when it is gone. */
		frameOf: (word: string): HTMLElement | null => {
			const frame = frames.get(word)?.deref();
			return frame instanceof HTMLElement && frame.isConnected ? frame : null;
		},
	};
}

/** Nobody learns the document of an `embed`, so it stays unreadable. */
const isFrame = (element: Element): element is HTMLIFrameElement | HTMLFrameElement | HTMLObjectElement =>
	element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement || element instanceof HTMLObjectElement;

function randomToken(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(tokenLength / 2));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
