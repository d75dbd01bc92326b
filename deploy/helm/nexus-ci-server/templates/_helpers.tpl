{{- define "nexus.name" -}}
{{- printf "%s-nexus-ci" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* Labels of a role: dict "root" $ "role" "web" */}}
{{- define "nexus.selector" -}}
app.kubernetes.io/name: nexus-ci-server
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "nexus.labels" -}}
{{ include "nexus.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "nexus.image" -}}
{{- $repository := required "image.repository: make an image with both programs, git and ca-certificates" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{ printf "%s@%s" $repository .Values.image.digest }}
{{- else -}}
{{ printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end -}}
{{- end }}

{{/* What the pods of all roles have. */}}
{{- define "nexus.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* What their containers have. */}}
{{- define "nexus.container" -}}
image: {{ include "nexus.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
livenessProbe:
  httpGet: { path: /healthz, port: admin }
  periodSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: admin }
  periodSeconds: 5
{{- end }}

{{/* Arguments of all roles. */}}
{{- define "nexus.args" -}}
- --nats={{ required "nats.url: the address of NATS with JetStream" .Values.nats.url }}
- --replicas={{ .Values.nats.replicas }}
- --api={{ .Values.github.api }}
- --web={{ .Values.github.web }}
- --admin=:8081
{{- end }}

{{/* A volume with some files of the Secret: dict "root" $ "files" (list "app.pem") */}}
{{- define "nexus.secrets" -}}
name: secrets
secret:
  secretName: {{ required "secretName: a Secret with app.pem, webhook-secret and store.pem" .root.Values.secretName }}
  defaultMode: 0440
  items:
  {{- range .files }}
    - { key: {{ . }}, path: {{ . }} }
  {{- end }}
{{- end }}
