import { focusedElement } from "@webhand/page/act/dom/focus";
import { drawnText, real } from "@webhand/page/act/dom/nodes";
import { ancestorsOf } from "@webhand/page/act/dom/point";
import type { PageReadReply } from "@webhand/page/execute/page-action";
import type { PageReader } from "@webhand/page/execute/page-reader";
import { valueOf } from "@webhand/page/execute/read-back";
import type { Tell } from "./tell.ts";

/** A field that is being filled, with the page before its first character. Of a secret, `before` and `text` stay undefined. */
type Open = {
	readonly field: Element;
	readonly page: PageReadReply;
	readonly isSecret: boolean;
	readonly before: string | undefined;
	text: string | undefined;
};

type FillDeps = { readonly reader: PageReader; readonly read: () => PageReadReply; readonly tell: Tell };

/** How far up the box is in which an editor draws what is typed into its hidden field. */
const boxLevels = 5;

/** Follows what is typed, and tells it once for each field, when the field is left. */
export function createFill({ reader, read, tell }: FillDeps) {
	let open: Open | undefined;

	const isCatcher = (field: Element) => field instanceof HTMLTextAreaElement && reader.appearanceOf(field) === "on-focus";
	/** An editor draws elsewhere what it catches in its field. */
	const textOf = (field: Element): string | undefined => {
		if (!isCatcher(field)) return valueOf(field, reader.textIn);
		const box = ancestorsOf(field)
			.slice(1, 1 + boxLevels)
			.find((around) => drawnText(around).trim() !== "");
		return box === undefined ? "" : drawnText(box).replaceAll("\u200b", "").trimEnd();
	};

	/** Tells the fill that is open. @param sent the text at that moment, where the page has cleared the field since */
	const end = (sent?: string) => {
		const left = open;
		open = undefined;
		if (left === undefined) return;
		const isThere = real(left.field).isConnected;
		const isSecret = left.isSecret || (isThere && reader.isSecret(left.field));
		const text = isSecret ? null : (sent ?? left.text ?? (isThere ? textOf(left.field) : undefined));
		if (text === undefined || (text !== null && text === left.before)) return;
		tell({ kind: "fill", text }, left.field, left.page);
	};

	return {
		/** A field is about to change, or has just changed: what it held before is unknown then. */
		begin: (field: Element, hasChanged: boolean) => {
			if (open?.field === field) return;
			end();
			const isSecret = reader.isSecret(field);
			open = { field, page: read(), isSecret, before: isSecret || hasChanged ? undefined : textOf(field), text: undefined };
		},
		/** A native field has a new value. That of an editor is read when it is left. */
		changed: () => {
			if (open === undefined || open.isSecret) return;
			const { field } = open;
			if (field instanceof HTMLInputElement || (field instanceof HTMLTextAreaElement && !isCatcher(field))) open.text = field.value;
		},
		/** Tells the fill once the focus is elsewhere. */
		leave: () => {
			if (open === undefined) return;
			const focused = focusedElement();
			if (focused === null || !ancestorsOf(focused).includes(open.field)) end();
		},
		end,
		isOpenIn: (path: readonly Element[]) => open !== undefined && path.includes(open.field),
		textOf: (field: Element) => (open?.isSecret === true || reader.isSecret(field) ? undefined : textOf(field)),
	};
}
