import { RoutineId } from "@webhand/contracts/ids";
import { RecordedEvent } from "@webhand/routines/make/recorded-event";
import { z } from "zod";

/** How many steps a recording takes: more than a routine may hold is no use. */
export const mostSteps = 200;

const Site = z.string().min(1).max(253);

/**
 * One thing that the person did. `control`: document and id of its control, the same for all that is done in it. `focuses`: a press in a
 * field, which goes when the field is filled next.
 */
export const RecordedStep = z.object({
	key: z.string(),
	event: RecordedEvent,
	control: z.string().optional(),
	focuses: z.literal(true).optional(),
});
export type RecordedStep = z.infer<typeof RecordedStep>;

/**
 * A recording as the panel shows it. `review`: it is over, and its steps wait for a name. `saved`: only the routine that it became is left of
 * it. `tabId`: the tab that the person works in. `wait`: it rests there, since the site is not allowed, or Chrome withholds it.
 */
export const RecordingView = z.object({
	id: z.string(),
	state: z.enum(["recording", "review", "saved"]),
	tabId: z.number().int(),
	title: z.string(),
	url: z.string(),
	steps: z.array(RecordedStep).max(mostSteps),
	/** The page of the tab listens. */
	isReady: z.boolean(),
	isPicking: z.boolean(),
	/** The last pick showed no value: a secret, or nothing stands there. */
	isPickEmpty: z.boolean(),
	wait: z.object({ domain: Site, origins: z.array(z.string()), withheld: z.boolean() }).nullable(),
	/** Sites of frames in the page that are not allowed, so that nothing in them is recorded. */
	framed: z.array(Site).max(20),
	saved: z.object({ id: RoutineId, name: z.string() }).nullable(),
});
export type RecordingView = z.infer<typeof RecordingView>;

/** What a person changes of a recorded step; null takes it back. `input`: the label of the input that the value becomes, false: it stays. */
export const StepChange = z
	.strictObject({
		note: z.string().trim().min(1).max(200).nullable(),
		isOptional: z.boolean(),
		input: z.union([z.string().trim().min(1).max(80), z.literal(false)]).nullable(),
	})
	.partial();
export type StepChange = z.infer<typeof StepChange>;
