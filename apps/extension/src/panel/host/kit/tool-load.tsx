import type { ComponentProps } from "react";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { toolSentence } from "./tool-sentence.ts";

/** Loads what a tool of the server host tells, with its refusals in the words of these tools. */
export function ToolLoad<Value>(props: Omit<ComponentProps<typeof PanelLoad<Value>>, "sentenceOf">) {
	return <PanelLoad {...props} sentenceOf={toolSentence} />;
}
