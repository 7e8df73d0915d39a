import { agentAuditRoute, verifyAuditRoute } from "@webhand/contracts/audit";
import { approvalRoute, approvalsRoute, decideAllRoute, decideRoute } from "@webhand/contracts/tools/approvals";
import { availabilityRoute } from "@webhand/contracts/tools/availability";
import {
	checkCommandRoute,
	commandRulesRoute,
	commandsRoute,
	putCommandRuleRoute,
	removeCommandRuleRoute,
} from "@webhand/contracts/tools/commands";
import {
	cancelExecutionRoute,
	execRoute,
	executionRoute,
	executionStreamRoute,
	executionsRoute,
} from "@webhand/contracts/tools/executions";
import {
	deleteFileRoute,
	deletionRoute,
	listFilesRoute,
	makeFolderRoute,
	patchFilesRoute,
	readFileRoute,
	writeFileRoute,
} from "@webhand/contracts/tools/files";
import { gitAddRoute, gitBranchRoute, gitCommitRoute, gitDiffRoute, gitLogRoute, gitStatusRoute } from "@webhand/contracts/tools/git";
import {
	acceptMcpToolsRoute,
	addMcpServerRoute,
	callToolRoute,
	cancelMcpCallRoute,
	changeMcpServerRoute,
	mcpCallRoute,
	mcpCallStreamRoute,
	mcpServersRoute,
	mcpToolsRoute,
	refreshMcpServerRoute,
	removeMcpServerRoute,
} from "@webhand/contracts/tools/mcp";
import { searchFilesRoute } from "@webhand/contracts/tools/search";
import {
	cancelServerTaskRoute,
	continueServerTaskRoute,
	serverTaskEventsRoute,
	startServerTaskRoute,
} from "@webhand/contracts/tools/server-tasks";
import { agentSessionRoute, agentSessionsRoute, changeAgentSessionRoute, removeAgentSessionRoute } from "@webhand/contracts/tools/sessions";
import {
	addWorkspaceRoute,
	changeWorkspaceRoute,
	operateWorkspaceRoute,
	operatorWorkspacesRoute,
	removeWorkspaceRoute,
	selectWorkspaceRoute,
	trustGitRoute,
	workspacesRoute,
} from "@webhand/contracts/tools/workspaces";
import type { LimitGroup } from "@webhand/service-kit/http/limits";

const reads = [
	...[availabilityRoute, workspacesRoute, operatorWorkspacesRoute, agentSessionsRoute, agentSessionRoute, approvalsRoute, approvalRoute],
	...[listFilesRoute, readFileRoute, searchFilesRoute, deletionRoute],
	...[gitStatusRoute, gitDiffRoute, gitLogRoute, gitBranchRoute],
	...[agentAuditRoute, verifyAuditRoute, serverTaskEventsRoute],
	...[executionRoute, executionsRoute, executionStreamRoute],
	...[commandsRoute, commandRulesRoute, checkCommandRoute],
	...[mcpToolsRoute, mcpCallRoute, mcpCallStreamRoute, mcpServersRoute],
];
const writes = [
	...[selectWorkspaceRoute, changeWorkspaceRoute, changeAgentSessionRoute, removeAgentSessionRoute],
	...[addWorkspaceRoute, operateWorkspaceRoute, removeWorkspaceRoute, trustGitRoute],
	...[putCommandRuleRoute, removeCommandRuleRoute],
	...[writeFileRoute, patchFilesRoute, makeFolderRoute, deleteFileRoute, gitAddRoute, gitCommitRoute],
	cancelExecutionRoute,
	...[cancelMcpCallRoute, addMcpServerRoute, changeMcpServerRoute, removeMcpServerRoute, acceptMcpToolsRoute, refreshMcpServerRoute],
];

/** How often a user may call the server host in a minute. */
export const toolLimits: readonly LimitGroup[] = [
	{ name: "tools", routes: reads, perUser: 1_200, windowSeconds: 60 },
	{ name: "tool-writes", routes: writes, perUser: 300, windowSeconds: 60 },
	{
		name: "server-tasks",
		routes: [startServerTaskRoute, continueServerTaskRoute, cancelServerTaskRoute],
		perUser: 30,
		windowSeconds: 60,
	},
	{ name: "approvals", routes: [decideRoute, decideAllRoute], perUser: 120, windowSeconds: 60 },
	{ name: "exec", routes: [execRoute], perUser: 120, windowSeconds: 60 },
	{ name: "mcp-calls", routes: [callToolRoute], perUser: 240, windowSeconds: 60 },
];
