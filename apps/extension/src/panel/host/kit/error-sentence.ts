import { CommandRefusal } from "@webhand/contracts/tools/commands";

type Details = Readonly<Record<string, unknown>>;

/** What a refusal means; some name a part of its details. */
export type Sentence = string | ((details: Details) => string);

/** A detail as it is said; "" for none. @throws never */
export const wordOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** A sentence that names the file of a patch, where there is one. @throws never */
export const ofPatch =
	(words: string, named: (file: string) => string): Sentence =>
	({ file }) =>
		wordOf(file) === "" ? words : named(wordOf(file));

/** Why a command may not run, by `details.reason`; undefined for a reason of a newer server. @throws never */
export const knownRefusal = (reason: unknown): CommandRefusal | undefined => CommandRefusal.safeParse(reason).data;
