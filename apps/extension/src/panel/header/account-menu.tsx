import { Box, Flex, IconButton, Menu, Text } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import type { Tenant } from "@webhand/contracts/auth/account";
import { BoltIcon, GearIcon, ListIcon, QuestionIcon, ShieldIcon, SignOutIcon } from "../../kit/icons.tsx";
import { nameOf } from "../../kit/words/model-name.ts";
import type { AuthView } from "../../panel-state.ts";
import { logText } from "../chat/words.ts";
import type { PanelView } from "../panel-props.ts";
import { accountText, tenantsText } from "../sign-in/words.ts";
import { roleName, TenantMenu } from "./tenant-menu.tsx";
import { modelText, modeText } from "./words.ts";

type Props = {
	readonly account: Extract<AuthView, { kind: "signed_in" }>;
	readonly mode: Mode;
	readonly decider: PanelView["decider"];
	readonly isLogOpen: boolean;
	readonly tenants?: PanelView["tenants"];
	/** The menu opened. */
	readonly onTenants?: (() => void) | undefined;
	readonly onTenant: (tenant: Tenant) => void;
	readonly onMode: (mode: Mode) => void;
	readonly onToggleLog: () => void;
	/** Opens the page of what waits. */
	readonly onWaiting: () => void;
	readonly onSettings: () => void;
	readonly onSignOut: () => void;
};

/** Who is signed in and where, the model, and what is needed less often. */
export function AccountMenu({ account, mode, decider, isLogOpen, tenants, ...on }: Props) {
	const { onTenants, onTenant, onMode, onToggleLog, onWaiting, onSettings, onSignOut } = on;
	const { user, tenantId, tenantName, tenantKind, roles } = account;
	const role = tenantKind === "user" ? tenantsText.own : roleName(roles);
	const initials = initialsOf(user.name);
	const label = accountText.menu(user.name, initials);
	const isCareful = mode === "careful";
	return (
		<Menu.Root positioning={{ placement: "bottom-end", strategy: "fixed" }} onOpenChange={({ open }) => (open ? onTenants?.() : undefined)}>
			<Menu.Trigger asChild>
				<IconButton size="xs" variant="ghost" aria-label={label} title={label} px="1">
					<Flex
						as="span"
						boxSize="6"
						rounded="full"
						align="center"
						justify="center"
						bg="brand.muted"
						color="brand.fg"
						textStyle="small"
						fontWeight="semibold"
					>
						{initials}
					</Flex>
				</IconButton>
			</Menu.Trigger>
			<Menu.Positioner>
				<Menu.Content minW="15rem" maxW="18rem" borderWidth="1px" borderColor="line.soft" rounded="lg">
					<Box px="3" pt="2" pb="2.5" mb="1" borderBottomWidth="1px" borderColor="line.soft" overflowWrap="anywhere">
						<Text fontWeight="semibold">{user.name}</Text>
						<Text textStyle="small" color="fg.quiet">
							{user.email}
						</Text>
						<Text textStyle="small" color="fg.quiet">
							{role === "" ? tenantName : `${tenantName} · ${role}`}
						</Text>
						{decider === undefined ? null : <ModelInfo decider={decider} />}
					</Box>
					{tenants === undefined ? null : <TenantMenu tenants={tenants} currentId={tenantId} onTenant={onTenant} />}
					<Menu.Item value="mode" onSelect={() => onMode(isCareful ? "autonomous" : "careful")}>
						{isCareful ? <BoltIcon /> : <ShieldIcon />}
						{isCareful ? modeText.toAutonomous : modeText.toCareful}
					</Menu.Item>
					<Menu.Item value="log" onSelect={onToggleLog}>
						<ListIcon />
						{isLogOpen ? logText.hide : logText.show}
					</Menu.Item>
					<Menu.Item value="waiting" onSelect={onWaiting}>
						<QuestionIcon />
						{accountText.waiting}
					</Menu.Item>
					<Menu.Item value="settings" onSelect={onSettings}>
						<GearIcon />
						{accountText.console}
					</Menu.Item>
					<Menu.Item value="sign_out" onSelect={onSignOut}>
						<SignOutIcon />
						{accountText.signOut}
					</Menu.Item>
				</Menu.Content>
			</Menu.Positioner>
		</Menu.Root>
	);
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
	const words = name.split(/\s+/).filter((word) => word !== "");
	const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
	return letters.join("").toUpperCase();
}

type ModelInfoProps = { readonly decider: NonNullable<PanelView["decider"]> };

/** What decides the steps: the model and its provider, or the rules, which need none. */
function ModelInfo({ decider }: ModelInfoProps) {
	return (
		<Text textStyle="small" color="fg.quiet" mt="1.5" overflowWrap="anywhere">
			{decider.provider === "rules" ? modelText.rules : modelText.named(nameOf(decider))} {modelText.source[decider.source]}
		</Text>
	);
}
