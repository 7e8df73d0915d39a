import { Text } from "@chakra-ui/react";
import type { PanelView } from "../panel-view.ts";
import { text } from "../words.ts";

type Props = { readonly decider: NonNullable<PanelView["decider"]> };

/** What decides the steps: the model and its provider, or the rules, which need none. */
export function ModelInfo({ decider: { provider, name, source } }: Props) {
	return (
		<Text textStyle="small" color="fg.quiet" mt="1.5" overflowWrap="anywhere">
			{provider === "rules" ? text.model.rules : text.model.named(name ?? text.model.unnamed, text.model.provider[provider])}{" "}
			{text.model.source[source]}
		</Text>
	);
}
