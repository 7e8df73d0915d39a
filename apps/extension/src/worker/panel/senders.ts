/** A page of ours, told by its path, or the content script in a frame of a tab. */
export type KnownSender =
	| { readonly kind: "panel" | "settings"; readonly isTab: boolean }
	| { readonly kind: "page"; readonly tabId: number; readonly frameId: number; readonly documentId: string };

/** Chrome's facts about a sender; a page cannot forge them. */
export type SenderFacts = {
	readonly id?: string | undefined;
	readonly origin?: string | undefined;
	readonly url?: string | undefined;
	readonly frameId?: number | undefined;
	readonly documentId?: string | undefined;
	readonly tab?: { readonly id?: number | undefined } | undefined;
};

/**
 * Identifies a sender; null means that nobody answers it. A content script always has its page's origin, so even a compromised page
 * process cannot pose as the panel.
 *
 * @param own the extension's id and origin
 */
export function identifySender(sender: SenderFacts, own: { readonly id: string; readonly origin: string }): KnownSender | null {
	if (sender.id !== own.id) return null;
	if (sender.origin === own.origin) return ownPage(sender);
	const tabId = sender.tab?.id;
	return tabId === undefined ? null : { kind: "page", tabId, frameId: sender.frameId ?? -1, documentId: sender.documentId ?? "" };
}

function ownPage(sender: SenderFacts): KnownSender | null {
	if (sender.frameId !== undefined && sender.frameId !== 0) return null;
	const isTab = sender.tab !== undefined;
	switch (URL.parse(sender.url ?? "")?.pathname) {
		case "/sidepanel.html":
			return { kind: "panel", isTab };
		case "/options.html":
			return { kind: "settings", isTab };
		default:
			return null;
	}
}
