package main

import (
	"fmt"
	"net"
	"os"
	"strconv"
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

// The server of a local stack: `temporal-server CONFIG-FILE`. Its services are one process on one machine, so they are told where
// each of them is; the usual server has them gossip about it five times a second.
func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(configFile string) error {
	cfg, err := config.Load(config.WithConfigFile(configFile))
	if err != nil {
		return err
	}
	hosts := map[primitives.ServiceName]static.Hosts{}
	for _, service := range temporal.DefaultServices {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(cfg.Services[service].RPC.GRPCPort))
		hosts[primitives.ServiceName(service)] = static.SingleLocalHost(address)
	}
	server, err := temporal.NewServer(
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithConfig(cfg),
		temporal.WithLogger(log.NewZapLogger(log.BuildZapLogger(cfg.Log))),
		temporal.InterruptOn(temporal.InterruptCh()),
		temporal.WithStaticHosts(hosts),
		temporal.WithAuthorizer(authorization.NewNoopAuthorizer()),
	)
	if err != nil {
		return err
	}
	return server.Start()
}
