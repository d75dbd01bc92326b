// Package metric counts what the server does, in the form that Prometheus reads.
//
// In: calls of the parts of the server. Out: the handler of /metrics.
//
// Invariants: no label holds a name of a repository or a person: their number is not bounded, and
// who may read metrics may not read all repositories.
package metric

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are those of one process.
type Metrics struct {
	registry *prometheus.Registry
	webhooks *prometheus.CounterVec
	answer   prometheus.Histogram
	jobs     *prometheus.CounterVec
	phases   *prometheus.HistogramVec
	latency  prometheus.Histogram
	bases    *prometheus.CounterVec
	memory   prometheus.Histogram
	running  prometheus.Gauge
	requests *prometheus.CounterVec
	sweeps   *prometheus.CounterVec
}

// New returns metrics. waiting returns the number of jobs in the queue when it is asked for.
func New(waiting func() float64) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		webhooks: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "nexus_ci_webhooks_total", Help: "Webhooks, by what was answered."}, []string{"result"}),
		answer:   prometheus.NewHistogram(prometheus.HistogramOpts{Name: "nexus_ci_webhook_seconds", Help: "Time until a webhook was answered.", Buckets: prometheus.ExponentialBuckets(.001, 2, 14)}),
		jobs:     prometheus.NewCounterVec(prometheus.CounterOpts{Name: "nexus_ci_jobs_total", Help: "Jobs that a worker has ended, by outcome."}, []string{"outcome"}),
		phases:   prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "nexus_ci_job_seconds", Help: "Time of the phases of a job.", Buckets: prometheus.ExponentialBuckets(.01, 2, 17)}, []string{"phase"}),
		latency:  prometheus.NewHistogram(prometheus.HistogramOpts{Name: "nexus_ci_latency_seconds", Help: "Time from a webhook to what the pull request was told.", Buckets: prometheus.ExponentialBuckets(.1, 2, 14)}),
		bases:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "nexus_ci_bases_total", Help: "Analyses that could use the store, by what became of their base."}, []string{"result"}),
		memory:   prometheus.NewHistogram(prometheus.HistogramOpts{Name: "nexus_ci_job_memory_bytes", Help: "The most memory that one process of an analysis had.", Buckets: prometheus.ExponentialBuckets(32<<20, 2, 9)}),
		running:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "nexus_ci_jobs_running", Help: "Jobs that are worked on now."}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "nexus_ci_forge_requests_total", Help: "Requests to the forge, by whether it counts them."}, []string{"billable"}),
		sweeps:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "nexus_ci_sweep_pulls_total", Help: "Open pull requests that a sweep has seen, by whether they were restored."}, []string{"result"}),
	}
	m.registry.MustRegister(m.webhooks, m.answer, m.jobs, m.phases, m.latency, m.bases, m.memory, m.running, m.requests, m.sweeps, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "nexus_ci_jobs_waiting", Help: "Jobs in the queue, with those that are worked on."}, waiting))
	return m
}

// Handler answers requests for /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Webhook counts an answer.
func (m *Metrics) Webhook(result string) { m.webhooks.WithLabelValues(result).Inc() }

// Answered observes how long a webhook took.
func (m *Metrics) Answered(d time.Duration) { m.answer.Observe(d.Seconds()) }

// Begin says that a job begins. The function says that it has ended.
func (m *Metrics) Begin() (end func(outcome string)) {
	m.running.Inc()
	return func(outcome string) {
		m.running.Dec()
		m.jobs.WithLabelValues(outcome).Inc()
	}
}

// Phase observes a part of a job.
func (m *Metrics) Phase(name string, d time.Duration) {
	m.phases.WithLabelValues(name).Observe(d.Seconds())
}

// Analysed counts what became of the base of an analysis, empty for one that could not use the store, and
// observes its memory, 0 where that is not known.
func (m *Metrics) Analysed(base string, memory int64) {
	if base != "" {
		m.bases.WithLabelValues(base).Inc()
	}
	if memory > 0 {
		m.memory.Observe(float64(memory))
	}
}

// Told observes the time from a webhook to its result.
func (m *Metrics) Told(d time.Duration) { m.latency.Observe(d.Seconds()) }

// Request counts a request to the forge.
func (m *Metrics) Request(billable bool) {
	m.requests.WithLabelValues(map[bool]string{true: "yes", false: "no"}[billable]).Inc()
}

// Swept counts a pull request that a sweep has seen.
func (m *Metrics) Swept(restored bool) {
	m.sweeps.WithLabelValues(map[bool]string{true: "restored", false: "known"}[restored]).Inc()
}
