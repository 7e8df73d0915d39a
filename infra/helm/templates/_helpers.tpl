{{/* Name of a resource: the release, and the component behind it. Call: (list $ "auth") */}}
{{- define "webhand.name" -}}
{{- $root := index . 0 -}}
{{- printf "%s-%s" $root.Release.Name (index . 1) | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{/* Labels that select the pods of a component; they never change. Call: (list $ "auth") */}}
{{- define "webhand.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: webhand
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Labels of a resource. Call: (list $ "auth") */}}
{{- define "webhand.labels" -}}
{{- $root := index . 0 -}}
{{ include "webhand.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end }}

{{/* What the services are: their ports, who they ask, and which keys of the Secret are theirs. `keys` must be there, `options` may. */}}
{{- define "webhand.services" -}}
auth:
  values: auth
  port: 4001
  uri: AUTH_MONGODB_URI
  keys: [KEY_ENCRYPTION_KEY]
  options:
    - BOOTSTRAP_OPERATOR_EMAIL
    - BOOTSTRAP_OPERATOR_PASSWORD
    - BOOTSTRAP_ADMIN_EMAIL
    - BOOTSTRAP_ADMIN_PASSWORD
    - BOOTSTRAP_MEMBER_EMAIL
    - BOOTSTRAP_MEMBER_PASSWORD
agent-api:
  values: agentApi
  port: 4000
  uri: AGENT_MONGODB_URI
  keys: [SETTINGS_KEY, PUSHER_KEY, PUSHER_SECRET]
  options: [GRANT_SIGNING_JWK, MODEL_API_KEY, SMTP_URL]
knowledge-proxy:
  values: knowledgeProxy
  port: 4002
  uri: KNOWLEDGE_MONGODB_URI
  keys: []
  options: [KNOWLEDGE_HTTP_KEY, EMBEDDINGS_KEY]
tool-runner:
  values: toolRunner
  port: 4003
  uri: TOOLS_MONGODB_URI
  keys: []
  options: [GRANT_JWKS, AUDIT_SIGNING_JWK, AUDIT_JWKS, MCP_SECRETS_KEY]
{{- end }}

{{/* The image of a component. Call: (list $ .Values.auth.image) */}}
{{- define "webhand.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- $name := $image.repository -}}
{{- with $root.Values.image.registry }}{{ $name = printf "%s/%s" . $image.repository }}{{ end -}}
{{- if $image.digest -}}
{{ $name }}@{{ $image.digest }}
{{- else -}}
{{ $name }}:{{ $image.tag | default $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* A variable from the Secret. Call: (dict "name" "SETTINGS_KEY" "key" "SETTINGS_KEY" "secret" "webhand" "optional" false) */}}
{{- define "webhand.secretVariable" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .key }}{{ if .optional }}, optional: true{{ end }} } }
{{- end }}

{{/* A value as a variable has it; a large number keeps its digits. */}}
{{- define "webhand.text" -}}
{{- if kindIs "string" . }}{{ . | quote }}{{ else }}{{ . | toJson | quote }}{{ end -}}
{{- end }}

{{/* Every variable of a service. Call: (dict "root" $ "name" "auth" "facts" {…}) */}}
{{- define "webhand.environment" -}}
{{- $root := .root -}}
{{- $values := index $root.Values .facts.values -}}
{{- $secret := $values.existingSecret | default $root.Values.existingSecret -}}
{{- $self := include "webhand.name" (list $root .name) -}}
{{- $plain := dict
  "PORT" .facts.port
  "PUBLIC_URL" $root.Values.publicUrl
  "AUTH_URL" (printf "http://%s:4001" (include "webhand.name" (list $root "auth")))
  "ALLOWED_HOSTS" $self
  "EXTENSION_IDS" (join "," $root.Values.extensionIds)
  "WEB_ORIGINS" (join "," $root.Values.webOrigins)
  "TRUSTED_PROXIES" (join "," $root.Values.trustedProxies)
  "LOG_LEVEL" $root.Values.logLevel
-}}
{{- $plain = mergeOverwrite $plain (deepCopy $root.Values.settings) -}}
{{- with $root.Values.telemetry.otlpEndpoint }}{{ $_ := set $plain "OTEL_EXPORTER_OTLP_ENDPOINT" . }}{{ end -}}
{{- if $root.Values.ca.existingConfigMap }}{{ $_ := set $plain "NODE_EXTRA_CA_CERTS" "/etc/webhand-ca/ca.crt" }}{{ end -}}
{{- $tools := $root.Values.toolRunner.tools -}}
{{- if eq .name "auth" -}}
{{- $_ := set $plain "AGENT_URL" (printf "http://%s:4000" (include "webhand.name" (list $root "agent-api"))) -}}
{{- $_ := set $plain "EXTENSION_SOURCE" $root.Values.extensionSource -}}
{{- else if eq .name "agent-api" -}}
{{- $_ := set $plain "KNOWLEDGE_URL" (printf "http://%s:4002" (include "webhand.name" (list $root "knowledge-proxy"))) -}}
{{- $_ := set $plain "TOOL_RUNNER_URL" (printf "http://%s:4003" (include "webhand.name" (list $root "tool-runner"))) -}}
{{- $_ := set $plain "AGENT_TOOLS_ENABLED" $tools.enabled -}}
{{- $_ := set $plain "AGENT_TOOLS_LEVEL" $tools.level -}}
{{- else if eq .name "tool-runner" -}}
{{- $_ := set $plain "DATA_DIR" "/data" -}}
{{- $_ := set $plain "FORBIDDEN_ROOTS" "/service" -}}
{{- $_ := set $plain "AGENT_TOOLS_ENABLED" $tools.enabled -}}
{{- $_ := set $plain "AGENT_TOOLS_LEVEL" $tools.level -}}
{{- $_ := set $plain "SANDBOX_REQUIRE_CGROUP" $tools.requireCgroup -}}
{{- if $values.toolsConfig.existingSecret }}{{ $_ := set $plain "TOOLS_CONFIG_FILE" "/etc/webhand/tools.json" }}{{ end -}}
{{- end -}}
{{- range $name, $value := mergeOverwrite $plain (deepCopy $values.settings) }}
- { name: {{ $name }}, value: {{ include "webhand.text" $value }} }
{{- end }}
{{ include "webhand.secretVariable" (dict "name" "MONGODB_URI" "key" .facts.uri "secret" $secret) }}
{{ include "webhand.secretVariable" (dict "name" "REDIS_URL" "key" "REDIS_URL" "secret" $secret) }}
{{- range .facts.keys }}
{{ include "webhand.secretVariable" (dict "name" . "key" . "secret" $secret) }}
{{- end }}
{{- range .facts.options }}
{{ include "webhand.secretVariable" (dict "name" . "key" . "secret" $secret "optional" true) }}
{{- end }}
{{- if $root.Values.ingressSendsProxySecret }}
{{ include "webhand.secretVariable" (dict "name" "PROXY_SECRET" "key" "PROXY_SECRET" "secret" $secret) }}
{{- end }}
{{- if $root.Values.telemetry.sentry }}
{{ include "webhand.secretVariable" (dict "name" "SENTRY_DSN" "key" "SENTRY_DSN" "secret" $secret) }}
{{- end }}
{{- end }}

{{/* What every pod has. Call: (list $ .Values.auth "auth") */}}
{{- define "webhand.pod" -}}
{{- $root := index . 0 -}}
{{- $values := index . 1 -}}
serviceAccountName: {{ include "webhand.name" (list $root (index . 2)) }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets: {{ range . }}
  - name: {{ . }}{{ end }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Replicas on different nodes where there are some. Call: (list $ "auth") */}}
{{- define "webhand.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { {{- include "webhand.selector" . | replace "\n" ", " -}} } }
{{- end }}

{{/* Certificates of your own authorities, mounted and as a volume, each as an entry of a list. */}}
{{- define "webhand.caMount" -}}
{{- if .Values.ca.existingConfigMap }}
- { name: ca, mountPath: /etc/webhand-ca, readOnly: true }
{{- end }}
{{- end }}
{{- define "webhand.caVolume" -}}
{{- with .Values.ca.existingConfigMap }}
- { name: ca, configMap: { name: {{ . }} } }
{{- end }}
{{- end }}

{{/* Who a process is: nobody with a name, without rights. */}}
{{- define "webhand.user" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
{{- end }}

{{- define "webhand.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* When a service starts, lives and takes requests; it drains within 25 s after the balancer had 5 s to forget it. */}}
{{- define "webhand.life" -}}
startupProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 1, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 }
readinessProbe: { httpGet: { path: /readyz, port: http }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }
lifecycle: { preStop: { sleep: { seconds: 5 } } }
{{- end }}
