import { Box, Flex, Heading, HStack, IconButton, Text, VisuallyHidden } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import type { Tenant } from "@webhand/contracts/auth/account";
import { BrandMark, HistoryIcon, HostIcon, PlusIcon, RepeatIcon } from "../../kit/icons.tsx";
import type { AuthView, Transport } from "../../panel-state.ts";
import { sessionsText } from "../chats/words.ts";
import type { PanelView } from "../panel-props.ts";
import { text } from "../words.ts";
import { AccountMenu } from "./account-menu.tsx";
import { connectionText } from "./words.ts";

type Props = {
	readonly account: Extract<AuthView, { kind: "signed_in" }>;
	readonly domain: string;
	readonly mode: Mode;
	readonly connection: Transport | "offline" | null;
	readonly decider: PanelView["decider"];
	readonly isLogOpen: boolean;
	readonly isHistoryOpen: boolean;
	/** Absent while there is no list of chats. */
	readonly onHistory?: (() => void) | undefined;
	readonly onNewChat?: (() => void) | undefined;
	readonly isRoutinesOpen: boolean;
	/** Shows the routines, or the chat again. */
	readonly onRoutines?: (() => void) | undefined;
	readonly isToolsOpen: boolean;
	/** Shows the server's files, or the chat again. */
	readonly onTools?: (() => void) | undefined;
	/** Questions of server-run tasks that wait for the person. */
	readonly waiting: number;
	readonly tenants?: PanelView["tenants"];
	readonly onTenants?: (() => void) | undefined;
	readonly onTenant: (tenant: Tenant) => void;
	readonly onMode: (mode: Mode) => void;
	readonly onToggleLog: () => void;
	/** Opens the page of what waits. */
	readonly onWaiting: () => void;
	readonly onSettings: () => void;
	readonly onSignOut: () => void;
};

/** One row: brand and site, then chats and account; two rows where a zoomed window is too narrow. */
export function PanelHeader({
	account,
	domain,
	connection,
	onHistory,
	onNewChat,
	isHistoryOpen,
	isRoutinesOpen,
	onRoutines,
	isToolsOpen,
	onTools,
	waiting,
	...menu
}: Props) {
	const toolsLabel = waiting === 0 ? text.serverTools : `${text.serverTools}: ${text.serverToolsWaiting(waiting)}`;
	return (
		<Flex
			as="header"
			align="center"
			wrap="wrap"
			gap="2.5"
			minH="14"
			px="gutter"
			py="2"
			flexShrink="0"
			borderBottomWidth="1px"
			borderColor="line.soft"
		>
			<BrandMark />
			<Box flex="1 1 5.5rem" minW="0">
				<HStack gap="1.5" minW="0" wrap="wrap" rowGap="0">
					<Heading as="h1" textStyle="body" fontWeight="semibold" lineHeight="1.25">
						{text.product}
					</Heading>
					{connection === null ? null : (
						<Box textStyle="small" lineHeight="1.25" color="fg.quiet">
							<ConnectionState state={connection} />
						</Box>
					)}
				</HStack>
				{domain === "" ? null : (
					<Text textStyle="small" lineHeight="1.25" color="fg.quiet" lineClamp="2" overflowWrap="anywhere" title={domain}>
						{domain}
					</Text>
				)}
			</Box>
			<HStack gap="0" ms="auto">
				{onHistory === undefined ? null : (
					<IconButton
						size="xs"
						variant="ghost"
						aria-label={sessionsText.open}
						title={sessionsText.open}
						aria-haspopup="dialog"
						aria-expanded={isHistoryOpen}
						onClick={onHistory}
					>
						<HistoryIcon />
					</IconButton>
				)}
				{onNewChat === undefined ? null : (
					<IconButton size="xs" variant="ghost" aria-label={sessionsText.newChat} title={sessionsText.newChat} onClick={onNewChat}>
						<PlusIcon />
					</IconButton>
				)}
				{onRoutines === undefined ? null : (
					<IconButton
						size="xs"
						variant={isRoutinesOpen ? "subtle" : "ghost"}
						aria-label={text.routines}
						title={text.routines}
						aria-pressed={isRoutinesOpen}
						onClick={onRoutines}
					>
						<RepeatIcon />
					</IconButton>
				)}
				{onTools === undefined ? null : (
					<IconButton
						size="xs"
						variant={isToolsOpen ? "subtle" : "ghost"}
						aria-label={toolsLabel}
						title={toolsLabel}
						aria-pressed={isToolsOpen}
						position="relative"
						onClick={onTools}
					>
						<HostIcon />
						{waiting === 0 ? null : <WaitingCount count={waiting} />}
					</IconButton>
				)}
				<AccountMenu account={account} {...menu} />
			</HStack>
		</Flex>
	);
}

/** How many questions wait, on the icon; the button's name says it in words. */
function WaitingCount({ count }: { readonly count: number }) {
	const most = 9;
	return (
		<Flex
			as="span"
			aria-hidden
			position="absolute"
			top="0"
			insetEnd="0"
			minW="4"
			h="4"
			px="1"
			rounded="full"
			align="center"
			justify="center"
			bg="bg.note"
			color="fg.note"
			borderWidth="1px"
			borderColor="line.note"
			textStyle="small"
			fontWeight="semibold"
			lineHeight="1"
		>
			{count > most ? `${most}+` : count}
		</Flex>
	);
}

const colors = {
	connected: "status.completed",
	reconnecting: "status.waiting",
	polling: "fg.quiet",
	offline: "status.failed",
} satisfies Record<Transport | "offline", string>;

/** How the server is reached: a dot, and its word where something is wrong. */
function ConnectionState({ state }: { readonly state: Transport | "offline" }) {
	return (
		<HStack as="span" role="status" gap="1" flexShrink="0" title={connectionText.hint[state]}>
			<Box
				as="span"
				boxSize="1.5"
				rounded="full"
				borderWidth="1.5px"
				borderColor={colors[state]}
				bg={state === "connected" ? colors[state] : "transparent"}
				animation={state === "reconnecting" ? "breathe 1.4s ease-in-out infinite" : "none"}
				aria-hidden
			/>
			{state === "connected" ? (
				<VisuallyHidden>{connectionText.word[state]}</VisuallyHidden>
			) : (
				<Text as="span">{connectionText.word[state]}</Text>
			)}
		</HStack>
	);
}
