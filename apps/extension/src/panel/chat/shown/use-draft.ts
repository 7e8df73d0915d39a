import { useEffect, useRef } from "react";
import { draftsItem } from "../../../storage.ts";
import type { ShownChat } from "./policy.ts";
import { draftKeyOf } from "./policy.ts";

const keptDrafts = 50;
const typingMs = 200;

/** Keeps unsent text with its chat: another chat brings its own, also in another panel of this browser. */
export function useDraft(chat: ShownChat | null, draft: string, onDraft: (draft: string) => void): void {
	const owner = useRef<{ readonly sessionId: string; readonly key: string } | null>(null);
	const latest = useRef(draft);
	latest.current = draft;
	const key = chat === null ? null : draftKeyOf(chat);
	const sessionId = chat?.sessionId;

	useEffect(() => {
		if (key === null || sessionId === undefined) return;
		const before = owner.current;
		// A fresh chat that the server knows now is still the same chat.
		if (before?.sessionId === sessionId) {
			owner.current = { sessionId, key };
			return;
		}
		owner.current = null;
		let isOver = false;
		const leaving = before === null ? Promise.resolve() : keep(before.key, latest.current);
		const left = before === null ? "" : latest.current;
		void leaving
			.then(() => draftsItem.get())
			.then((drafts) => {
				if (isOver) return;
				owner.current = { sessionId, key };
				// What was typed while the panel opened, or while the draft was read, stays.
				if (latest.current === left && left !== (drafts[key] ?? "")) onDraft(drafts[key] ?? "");
			});
		return () => {
			isOver = true;
		};
	}, [key, sessionId]);

	useEffect(() => {
		const { current } = owner;
		if (current === null || current.key !== key) return;
		const timer = setTimeout(() => void keep(current.key, draft), typingMs);
		return () => clearTimeout(timer);
	}, [draft, key]);
}

async function keep(key: string, draft: string): Promise<void> {
	const known = (await draftsItem.get())[key] ?? "";
	if (known === draft) return;
	await draftsItem.update(({ [key]: _before, ...others }) => ({
		...Object.fromEntries(Object.entries(others).slice(1 - keptDrafts)),
		...(draft === "" ? {} : { [key]: draft }),
	}));
}
