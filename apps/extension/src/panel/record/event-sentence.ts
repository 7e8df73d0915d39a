import { stepOfEvent } from "@webhand/routines/make/from-recording";
import type { RecordedEvent } from "@webhand/routines/make/recorded-event";
import { sentenceOf } from "@webhand/routines/make/sentences";

const secret = { name: "secret", label: "a secret" } as const;

/** What a person did, in a sentence; of a secret it says no more than that. @throws never */
export function eventSentence(event: RecordedEvent): string {
	const step = stepOfEvent(event);
	const isSecret = event.kind === "fill" && "secret" in event.typed && step.do === "fill";
	return sentenceOf({ ...(isSecret ? { ...step, value: [{ input: secret.name }] } : step), id: "s1" }, [secret]);
}
