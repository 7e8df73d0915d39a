import type { Role } from "@webhand/contracts/ids";
import type { ComponentType, ReactNode } from "react";
import {
	BadgeIcon,
	BoltIcon,
	BuildingIcon,
	ChartIcon,
	CityIcon,
	ClockIcon,
	DoorIcon,
	ExportIcon,
	FileIcon,
	FilmIcon,
	FolderIcon,
	GavelIcon,
	GlobeIcon,
	HistoryIcon,
	HomeIcon,
	HostIcon,
	ImportIcon,
	KeyIcon,
	LinkIcon,
	ListIcon,
	LockIcon,
	MailIcon,
	PasswordIcon,
	PeopleIcon,
	PlugIcon,
	QuestionIcon,
	RepeatIcon,
	RobotIcon,
	ScalesIcon,
	SearchIcon,
	StackIcon,
	StampIcon,
	TerminalIcon,
} from "../kit/icons.tsx";
import { CommandRulesPage } from "./host/commands/command-rules-page.tsx";
import { KeysPage } from "./host/keys/keys-page.tsx";
import { McpServersPage } from "./host/mcp/mcp-servers-page.tsx";
import { OrganizationsPage } from "./host/organizations/organizations-page.tsx";
import { PeoplePage } from "./host/people/people-page.tsx";
import { InstallationPolicyPage } from "./host/policy/installation-policy-page.tsx";
import { AllWorkspacesPage } from "./host/workspaces/all-workspaces-page.tsx";
import { OwnWorkspacesPage } from "./host/workspaces/own-workspaces-page.tsx";
import { DocumentsPage } from "./knowledge/documents/documents-page.tsx";
import { DomainsPage } from "./knowledge/domains/domains-page.tsx";
import { InspectorPage } from "./knowledge/inspector/inspector-page.tsx";
import { InvitesPage } from "./org/invites/invites-page.tsx";
import { MembersPage } from "./org/members/members-page.tsx";
import { ModelPage } from "./org/model/model-page.tsx";
import { OrganizationPage } from "./org/organization/organization-page.tsx";
import { PolicyPage } from "./org/policy/policy-page.tsx";
import { RunnersPage } from "./org/runners/runners-page.tsx";
import { runnersText } from "./org/runners/words.ts";
import { ServiceAccountsPage } from "./org/service-accounts/service-accounts-page.tsx";
import { serviceAccountsText } from "./org/service-accounts/words.ts";
import { SignOnPage } from "./org/sign-on/sign-on-page.tsx";
import { WebhooksPage } from "./org/webhooks/webhooks-page.tsx";
import { webhooksText } from "./org/webhooks/words.ts";
import type { PageProps } from "./page-props.ts";
import { AuditPage } from "./records/audit/audit-page.tsx";
import { TracesPage } from "./records/traces/traces-page.tsx";
import { UsagePage } from "./records/usage/usage-page.tsx";
import { MandatesPage } from "./routines/mandates/mandates-page.tsx";
import { mandatesText } from "./routines/mandates/words.ts";
import { RoutinesPage } from "./routines/routines-page.tsx";
import { RunsPage } from "./routines/runs-page.tsx";
import { SchedulesPage } from "./schedules/schedules-page.tsx";
import { schedulesText } from "./schedules/words.ts";
import { TriggersPage } from "./triggers/triggers-page.tsx";
import { triggersText } from "./triggers/words.ts";
import { consoleText } from "./words.ts";
import { ApiKeysPage } from "./you/api-keys/api-keys-page.tsx";
import { apiKeysText } from "./you/api-keys/words.ts";
import { ClientsPage } from "./you/clients/clients-page.tsx";
import { clientsText } from "./you/clients/words.ts";
import { InboxPage } from "./you/inbox/inbox-page.tsx";
import { inboxText } from "./you/inbox/words.ts";
import { LoginsPage } from "./you/logins/logins-page.tsx";
import { loginsText } from "./you/logins/words.ts";
import { StartPage } from "./you/start/start-page.tsx";

/** The parts of the navigation, in their order. */
export const pageGroups = ["you", "organization", "knowledge", "records", "installation"] as const;
export type PageGroup = (typeof pageGroups)[number];

/** A page of the console. `role` and `tenant` decide who sees it in the navigation; the server checks each call. */
export type ConsolePage = {
	readonly path: string;
	readonly title: string;
	readonly group: PageGroup;
	readonly Icon: ComponentType;
	readonly role: Role;
	/** `organization`: a person's own space has no such page. */
	readonly tenant: "any" | "organization";
	readonly Page: (props: PageProps) => ReactNode;
};

/** Path of the settings, which need no sign-in. */
export const settingsPath = "settings";
/** Path of the page that an address without a page shows. */
export const startPath = "start";

const text = consoleText.pages;
const member = { role: "member", tenant: "any" } as const;
const admin = { role: "admin", tenant: "any" } as const;
const operator = { role: "operator", tenant: "any" } as const;
const you = { group: "you", ...member } as const;
const organization = { group: "organization", ...admin } as const;
const knowledge = { group: "knowledge", ...admin } as const;
const records = { group: "records" } as const;
const installation = { group: "installation", ...operator } as const;

/** Every page besides the settings, in the order of the navigation. */
export const pages: readonly ConsolePage[] = [
	{ ...you, path: startPath, title: text.start, Icon: HomeIcon, Page: StartPage },
	{ ...you, path: "waiting", title: inboxText.title, Icon: QuestionIcon, Page: InboxPage },
	{ ...you, path: "routines", title: text.routines, Icon: RepeatIcon, Page: RoutinesPage },
	{ ...you, path: "mandates", title: mandatesText.title, Icon: StampIcon, Page: MandatesPage },
	{ ...you, path: "schedules", title: schedulesText.title, Icon: ClockIcon, Page: SchedulesPage },
	{ ...you, path: "triggers", title: triggersText.title, Icon: ImportIcon, Page: TriggersPage },
	{ ...you, path: "logins", title: loginsText.title, Icon: PasswordIcon, Page: LoginsPage },
	{ ...you, path: "clients", title: clientsText.title, Icon: PlugIcon, Page: ClientsPage },
	{ ...you, path: "api-keys", title: apiKeysText.title, Icon: KeyIcon, Page: ApiKeysPage },
	{
		...organization,
		...member,
		tenant: "organization",
		path: "organization",
		title: text.organization,
		Icon: BuildingIcon,
		Page: OrganizationPage,
	},
	{ ...organization, tenant: "organization", path: "members", title: text.members, Icon: PeopleIcon, Page: MembersPage },
	{ ...organization, tenant: "organization", path: "invites", title: text.invites, Icon: MailIcon, Page: InvitesPage },
	{
		...organization,
		tenant: "organization",
		path: "service-accounts",
		title: serviceAccountsText.title,
		Icon: RobotIcon,
		Page: ServiceAccountsPage,
	},
	{ ...organization, tenant: "organization", path: "runners", title: runnersText.title, Icon: HostIcon, Page: RunnersPage },
	{ ...organization, tenant: "organization", path: "sign-on", title: text.signOn, Icon: DoorIcon, Page: SignOnPage },
	{ ...organization, path: "model", title: text.model, Icon: BoltIcon, Page: ModelPage },
	{ ...organization, ...member, path: "policy", title: text.policy, Icon: ScalesIcon, Page: PolicyPage },
	{ ...organization, path: "webhooks", title: webhooksText.title, Icon: ExportIcon, Page: WebhooksPage },
	{ ...organization, path: "workspaces", title: text.workspaces, Icon: FolderIcon, Page: OwnWorkspacesPage },
	{ ...knowledge, path: "domains", title: text.domains, Icon: GlobeIcon, Page: DomainsPage },
	{ ...knowledge, path: "documents", title: text.documents, Icon: FileIcon, Page: DocumentsPage },
	{ ...knowledge, path: "inspector", title: text.inspector, Icon: SearchIcon, Page: InspectorPage },
	{ ...records, ...member, path: "traces", title: text.traces, Icon: FilmIcon, Page: TracesPage },
	{ ...records, ...member, path: "routine-runs", title: text.routineRuns, Icon: ListIcon, Page: RunsPage },
	{ ...records, ...admin, path: "usage", title: text.usage, Icon: ChartIcon, Page: UsagePage },
	{ ...records, ...member, path: "audit", title: text.audit, Icon: HistoryIcon, Page: AuditPage },
	{ ...installation, path: "people", title: text.people, Icon: BadgeIcon, Page: PeoplePage },
	{ ...installation, path: "organizations", title: text.organizations, Icon: CityIcon, Page: OrganizationsPage },
	{ ...installation, path: "installation-policy", title: text.installationPolicy, Icon: GavelIcon, Page: InstallationPolicyPage },
	{ ...installation, path: "all-workspaces", title: text.allWorkspaces, Icon: StackIcon, Page: AllWorkspacesPage },
	{ ...installation, path: "command-rules", title: text.commandRules, Icon: TerminalIcon, Page: CommandRulesPage },
	{ ...installation, path: "mcp-servers", title: text.mcpServers, Icon: LinkIcon, Page: McpServersPage },
	{ ...installation, path: "keys", title: text.keys, Icon: LockIcon, Page: KeysPage },
];

/** The name of a page; the product's for one that does not exist. */
export function titleOf(path: string): string {
	return path === settingsPath ? text.settings : (pages.find((page) => page.path === path)?.title ?? consoleText.product);
}
