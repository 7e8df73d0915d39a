import { Box, Button, Flex, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useMemo, useRef } from "react";
import { Loading } from "../../kit/states.tsx";
import type { AuthView } from "../../panel-state.ts";
import type { PageApi } from "../../signed-in-api.ts";
import { EmptyState } from "../kit/load/empty-state.tsx";
import { PageTitle } from "../kit/page-title.tsx";
import { pages, settingsPath, startPath, titleOf } from "../pages.tsx";
import type { Go } from "../place/place.ts";
import { readPlace } from "../place/place.ts";
import { consoleText } from "../words.ts";
import { Navigation } from "./navigation.tsx";

export type ShellProps = {
	/** The address below `#`, such as `/usage?by=model`. */
	readonly path: string;
	readonly go: Go;
	readonly auth: AuthView;
	readonly api: PageApi;
	/** The settings, which need no sign-in. */
	readonly settings: ReactNode;
	readonly onOpenPanel: () => void;
};

/** The options page: navigation at the left, or behind a button where it is narrow, and one page beside it. */
export function Shell({ path, go, auth, api, settings, onOpenPanel }: ShellProps) {
	const place = useMemo(() => readPlace(path), [path]);
	const current = place.page === "" ? (auth.kind === "signed_out" ? settingsPath : startPath) : place.page;
	const content = useRef<HTMLDivElement>(null);
	const shown = useRef(current);
	const title = titleOf(current);
	useEffect(() => {
		document.title = consoleText.windowTitle(title);
		if (shown.current === current) return;
		shown.current = current;
		// A screen reader hears the new page's name.
		content.current?.querySelector<HTMLElement>("h1")?.focus();
	}, [current, title]);
	return (
		<Flex direction={{ base: "column", md: "row" }} minH="full" align="stretch">
			<Navigation current={current} title={title} auth={auth} />
			<Box as="main" ref={content} flex="1" minW="0" px={{ base: "4", md: "8" }} py={{ base: "5", md: "8" }}>
				<Box maxW="72rem" mx="auto" css={{ "& h1": { outline: "none" } }}>
					<Page place={place} current={current} auth={auth} api={api} go={go} settings={settings} onOpenPanel={onOpenPanel} />
				</Box>
			</Box>
		</Flex>
	);
}

type PageFrame = Omit<ShellProps, "path"> & { readonly place: ReturnType<typeof readPlace>; readonly current: string };

function Page({ place, current, auth, api, go, settings, onOpenPanel }: PageFrame) {
	if (current === settingsPath) return settings;
	const page = pages.find((each) => each.path === current);
	if (page === undefined)
		return (
			<Titled title={consoleText.product}>
				<EmptyState title={consoleText.noSuchPage} hint={consoleText.noSuchPageHint} />
			</Titled>
		);
	if (auth.kind !== "signed_in")
		return (
			<Titled title={page.title}>
				{auth.kind === "checking" ? (
					<Loading lines={6} />
				) : (
					<EmptyState title={consoleText.signInTitle} hint={consoleText.signInHint}>
						<Button size="sm" colorPalette="brand" onClick={onOpenPanel}>
							{consoleText.openPanel}
						</Button>
					</EmptyState>
				)}
			</Titled>
		);
	if (page.tenant === "organization" && auth.tenantKind !== "organization")
		return (
			<Titled title={page.title}>
				<EmptyState title={consoleText.ownSpace} hint={consoleText.ownSpaceHint}>
					<Button size="sm" colorPalette="brand" onClick={onOpenPanel}>
						{consoleText.openPanel}
					</Button>
				</EmptyState>
			</Titled>
		);
	// The server checks each call; a form that it would refuse only misleads.
	const roles: readonly string[] = auth.roles;
	if (!roles.includes(page.role))
		return (
			<Titled title={page.title}>
				<EmptyState title={consoleText.problem.forbidden} hint={consoleText.problem.forbiddenHint} />
			</Titled>
		);
	// Another user or tenant starts each page again.
	return <page.Page key={`${page.path} ${auth.user.id} ${auth.tenantId}`} api={api} place={place} go={go} signIn={auth} />;
}

function Titled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Stack gap="6">
			<PageTitle title={title} />
			{children}
		</Stack>
	);
}
