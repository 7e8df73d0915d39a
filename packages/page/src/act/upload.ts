import type { ActResult, FilePiece } from "../execute/page-action.ts";
import { chooserEvent } from "./chooser-event.ts";
import { click, isDisabled } from "./click.ts";
import { change, dragEvent, input } from "./dom/events.ts";
import { real, shadowOf } from "./dom/nodes.ts";
import { done, fail, refuse, waitUntil } from "./outcome.ts";

/** Assembles files that the worker sends in pieces. */
export function createFiles() {
	const parts = new Map<string, { readonly file: FilePiece["file"]; readonly pieces: Uint8Array<ArrayBuffer>[] }>();
	return {
		take: ({ file, piece, data }: FilePiece): void => {
			const known = parts.get(file.id) ?? { file, pieces: [] };
			known.pieces[piece] = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
			parts.set(file.id, known);
		},
		/** The whole file, once; undefined while a piece is missing. */
		give: (id: string): File | undefined => {
			const known = parts.get(id);
			if (known === undefined || known.pieces.filter(Boolean).length !== known.file.pieces) return undefined;
			parts.delete(id);
			return new File(known.pieces, known.file.name, { type: known.file.type });
		},
	};
}

/** Sets a file field, drops the file where the page takes drops, or presses what opens a chooser and answers for it. */
export async function upload(target: Element, file: File | undefined): Promise<ActResult> {
	if (file === undefined) return refuse("FILE_MISSING", "The file did not arrive whole");
	const transfer = new DataTransfer();
	transfer.items.add(file);
	const field = fileFieldOf(target);
	if (field !== null) return isDisabled(field) ? refuse("DISABLED", "The field is disabled") : give(field, transfer.files);
	const dropped = drop(target, transfer);
	return dropped.success ? dropped : byChooser(target, transfer.files);
}

function give(field: HTMLInputElement, files: FileList): ActResult {
	field.files = files;
	input(field, "insertText", null);
	change(field);
	return done;
}

const chooserLimitMs = 1_000;

/** The page may make its file field only when it is pressed, and show it nowhere. */
async function byChooser(target: Element, files: FileList): Promise<ActResult> {
	let given: ActResult | undefined;
	const take = (event: Event) => {
		const [field] = event.composedPath();
		if (!(field instanceof HTMLInputElement) || field.type !== "file") return;
		event.preventDefault();
		given ??= give(field, files);
	};
	addEventListener(chooserEvent, take, { capture: true });
	const pressed = click(target, {});
	await waitUntil(() => given !== undefined || !pressed.success, chooserLimitMs);
	removeEventListener(chooserEvent, take, { capture: true });
	if (!pressed.success) return pressed;
	return given ?? fail("READ_ONLY", "The element takes no file, and pressing it opened no file chooser");
}

/** The field itself, the one inside it, or the one that its label or button stands for. */
function fileFieldOf(target: Element): HTMLInputElement | null {
	if (target instanceof HTMLInputElement && target.type === "file") return target;
	if (target instanceof HTMLLabelElement && target.control instanceof HTMLInputElement && target.control.type === "file")
		return target.control;
	const inside = real(shadowOf(target) ?? target).querySelector("input[type=file]");
	if (inside instanceof HTMLInputElement) return inside;
	const around = real(target).closest("form, label, section, div");
	const beside = around === null ? [] : real(around).querySelectorAll("input[type=file]");
	const [only] = beside;
	return beside.length === 1 && only instanceof HTMLInputElement ? only : null;
}

function drop(target: Element, dataTransfer: DataTransfer): ActResult {
	const box = real(target).getBoundingClientRect();
	const point = { x: box.left + box.width / 2, y: box.top + box.height / 2, hit: target };
	const send = (type: string) => dragEvent(type, point, dataTransfer);
	send("dragenter");
	const isTaken = !send("dragover");
	if (!isTaken) return refuse("READ_ONLY", "The element takes no file");
	send("drop");
	return done;
}
