/** Who speaks to the worker: a page of ours by its path, or the content script in the top frame of a tab. */
export type KnownSender =
	| { readonly kind: "panel" | "settings"; readonly isTab: boolean }
	| { readonly kind: "page"; readonly tabId: number };

/** What Chrome says of a sender; a page cannot forge any of it. */
export type SenderFacts = {
	readonly id?: string | undefined;
	readonly origin?: string | undefined;
	readonly url?: string | undefined;
	readonly frameId?: number | undefined;
	readonly tab?: { readonly id?: number | undefined } | undefined;
};

/**
 * Names the speaker, or nobody: then there is no answer at all.
 *
 * A content script always carries the origin of its page, so not even a taken-over page process can name itself the panel.
 *
 * @param own the extension's own id and origin
 */
export function identifySender(sender: SenderFacts, own: { readonly id: string; readonly origin: string }): KnownSender | null {
	if (sender.id !== own.id) return null;
	if (sender.origin === own.origin) return ownPage(sender);
	const tabId = sender.tab?.id;
	return tabId !== undefined && sender.frameId === 0 ? { kind: "page", tabId } : null;
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
