package main

import (
	"fmt"
	"net"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"
	_ "time/tzdata" // where the machine has none

	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/membership/static"
	_ "go.temporal.io/server/common/persistence/sql/sqlplugin/postgresql"
	_ "go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/temporal"
)

// `temporal-server CONFIG-FILE [SERVICE...]`. Without a SERVICE, all services are this one process on one machine. They are told
// where each of them is; the usual server has them gossip about it five times a second. With SERVICEs, only those run here, and
// they find the others by gossip, as the usual server does: scripts/cluster.
func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(configFile string, services []string) error {
	cfg, err := config.Load(config.WithConfigFile(configFile))
	if err != nil {
		return err
	}
	options := []temporal.ServerOption{
		temporal.WithConfig(cfg),
		temporal.WithLogger(log.NewZapLogger(log.BuildZapLogger(cfg.Log))),
		temporal.InterruptOn(temporal.InterruptCh()),
		temporal.WithAuthorizer(authorization.NewNoopAuthorizer()),
	}
	if len(services) == 0 {
		services = temporal.DefaultServices
		options = append(options, temporal.WithStaticHosts(hostsHere(cfg)))
	}
	server, err := temporal.NewServer(append(options, temporal.ForServices(services))...)
	if err != nil {
		return err
	}
	go giveBackMemory()
	go keepRoom()
	return server.Start()
}

// With a GOGC for speed the heap grows to several times what is in use, and keeps that size. Once after each rush a server gives
// the rest back to the machine.
func giveBackMemory() {
	const pause, rush, calm = 20 * time.Second, 512 << 20, 256 << 20
	read := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	var before uint64
	isGrown := false
	for range time.Tick(pause) {
		metrics.Read(read)
		allocated := read[0].Value.Uint64() - before
		before += allocated
		if allocated > rush {
			isGrown = true
		} else if isGrown && allocated < calm {
			debug.FreeOSMemory()
			isGrown = false
		}
	}
}

// A heap whose live part comes close to GOMEMLIMIT is collected without end, for half of the processor's time. So the limit is never
// less than what is in use, as much again, and what the runtime needs besides the heap.
func keepRoom() {
	const pause, besides = time.Second, 160 << 20
	least := debug.SetMemoryLimit(-1)
	limit := least
	read := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for range time.Tick(pause) {
		metrics.Read(read)
		needed := max(least, int64(2*read[0].Value.Uint64()+besides))
		if needed != limit {
			limit = needed
			debug.SetMemoryLimit(limit)
		}
	}
}

func hostsHere(cfg *config.Config) map[primitives.ServiceName]static.Hosts {
	hosts := map[primitives.ServiceName]static.Hosts{}
	for _, service := range temporal.DefaultServices {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(cfg.Services[service].RPC.GRPCPort))
		hosts[primitives.ServiceName(service)] = static.SingleLocalHost(address)
	}
	return hosts
}
