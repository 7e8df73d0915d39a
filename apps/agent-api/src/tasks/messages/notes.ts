import { hide, longestFirst, secretsInAnswer } from "../../policy/secrets/find.ts";
import type { QueuedNote } from "../../shared/task.ts";

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
	{ known, messageId, isInChat }: { readonly known: readonly string[] } & Pick<QueuedNote, "messageId" | "isInChat">,
	sealer: { readonly seal: (text: string) => string },
): QueuedNote {
	const secrets = secretsInAnswer(said);
	const text = hide(said, longestFirst([...known, ...secrets]));
	const note: Note = { note: said, secrets };
	return { messageId, text, isInChat, ...(text === said ? {} : { sealed: sealer.seal(JSON.stringify(note)) }) };
}

/** A queued note in the user's own words, as the decider reads it. @throws Error when it was altered */
export function openNote({ text, sealed }: QueuedNote, sealer: { readonly open: (sealed: string) => string }): Note {
	const { note, secrets } = sealed === undefined ? { note: text, secrets: [] } : (JSON.parse(sealer.open(sealed)) as Note);
	return { note: `The person said: ${note}`, secrets };
}
