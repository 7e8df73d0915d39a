import type { Role } from "@webhand/contracts/ids";
import type { ReactNode } from "react";
import { consoleText } from "../text/en/console.ts";
import { ModelPage } from "./org/model/model-page.tsx";
import type { PageProps } from "./page-props.ts";
import { TracesPage } from "./records/traces/traces-page.tsx";
import { UsagePage } from "./records/usage/usage-page.tsx";

/** A page of the console. `role` decides who sees it in the navigation; the server checks each call. */
export type ConsolePage = {
	readonly path: string;
	readonly title: string;
	readonly role: Role;
	readonly Page: (props: PageProps) => ReactNode;
};

/** Path of the settings, which need no sign-in. */
export const settingsPath = "settings";

/** Every page besides the settings, in the order of the navigation. */
export const pages: readonly ConsolePage[] = [
	{ path: "traces", title: consoleText.pages.traces, role: "member", Page: TracesPage },
	{ path: "model", title: consoleText.pages.model, role: "admin", Page: ModelPage },
	{ path: "usage", title: consoleText.pages.usage, role: "admin", Page: UsagePage },
];
