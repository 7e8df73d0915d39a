import type { MessageId } from "@webhand/contracts/ids";
import { hide, longestFirst, secretsInAnswer } from "../secrets/find.ts";
import type { Sealer } from "../secrets/seal.ts";

/**
 * A note that no step has read yet. `text` is masked; `sealed` holds the note and its secrets where the masked one hides some, so each note
 * can be stored without reading the others. `isTold`: the chat holds its message.
 */
export type QueuedNote = { readonly messageId: MessageId; readonly text: string; readonly sealed?: string; readonly isTold: boolean };

/** A note in the user's own words. */
type Note = { readonly note: string; readonly secrets: readonly string[] };

/** The most notes that wait for one step. */
export const maxQueuedNotes = 100;

/**
 * A note as it may be stored.
 *
 * @param known secrets of the task's other words
 * @throws never
 */
export function noteToStore(
	said: string,
	{ known, messageId, isTold }: { readonly known: readonly string[] } & Pick<QueuedNote, "messageId" | "isTold">,
	sealer: Pick<Sealer, "seal">,
): QueuedNote {
	const secrets = secretsInAnswer(said);
	const text = hide(said, longestFirst([...known, ...secrets]));
	const note: Note = { note: said, secrets };
	return { messageId, text, isTold, ...(text === said ? {} : { sealed: sealer.seal(JSON.stringify(note)) }) };
}

/** A queued note in the user's own words, as the decider reads it. @throws Error when it was altered */
export function openNote({ text, sealed }: QueuedNote, sealer: Pick<Sealer, "open">): Note {
	const { note, secrets } = sealed === undefined ? { note: text, secrets: [] } : (JSON.parse(sealer.open(sealed)) as Note);
	return { note: `The person said: ${note}`, secrets };
}
