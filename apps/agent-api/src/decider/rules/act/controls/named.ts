import { clickable } from "../../page/roles.ts";
import type { Intent } from "../../sentence/clause.ts";
import { emptyThing, thingNamed } from "../../sentence/nouns/plain.ts";
import { isConditionMet } from "../condition.ts";
import { addressedMove } from "../fields/addressed.ts";
import { uploadMove } from "../fields/upload.ts";
import type { Move, Scene } from "../move.ts";
import { unresolved, untried } from "../move.ts";
import { clickOn } from "./click.ts";
import { controlFor } from "./meant.ts";
import { pressNamed } from "./press.ts";
import { withContent, withFields } from "./written.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

/**
 * A verb that names a control of its own ("add it to the cart", "reply to Ada", "log in with …"): fields first where values came with
 * it, then the control, then what is to be written, then sending that.
 */
export function namedMove(intent: Named, scene: Scene): Move {
	if (intent.condition !== undefined) return repeatMove(intent, intent.condition, scene);
	if (intent.entries.length > 0) return withFields(intent, scene);
	if (intent.content !== undefined) return withContent(intent, intent.content, scene);
	const upload = uploadMove(intent, scene);
	if (upload !== undefined) return upload;
	const addressed = addressedMove(intent, scene);
	if (addressed !== undefined) return addressed;
	if (scene.memory.part > 0) return { kind: "end" };
	return pressNamed(intent, scene);
}

/** "generate a number less than 5": again and again until the page shows one that fits. */
function repeatMove(intent: Named, condition: NonNullable<Named["condition"]>, scene: Scene): Move {
	if (isConditionMet(condition, scene.finder)) return { kind: "end" };
	const found = controlFor(intent, { ...scene, isTried: () => false });
	const alone =
		found.kind === "one" ? found : untried(scene.finder.find({ ...emptyThing, whole: intent.verb, name: intent.verb }, clickable), scene);
	if (alone.kind !== "one") return unresolved(thingNamed(intent.verb), alone);
	const move = clickOn(alone.match.element, scene, { thing: thingNamed(intent.verb) });
	return move.kind === "act" ? { ...move, then: "again" } : move;
}
